/** Projects of the service that another program created. */
export { Adoption } from './adoption.ts';
