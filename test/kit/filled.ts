/** The parts of a name that are not empty. */
export const filled = (name: object) => Object.fromEntries(Object.entries(name).filter(([, value]) => value !== ''));
