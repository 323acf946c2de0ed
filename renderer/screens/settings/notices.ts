/** Parses the third-party notices that the build writes: general paragraphs, then packages with their license text. */
export interface Notice {
  /** Name, version and license identifier of each package with this text. */
  readonly packages: readonly string[];
  readonly text: string;
}

export interface Notices {
  readonly head: readonly string[];
  readonly notices: readonly Notice[];
}

const RULE = /\n-{80}\n+/;
const PACKAGE = /^\S+ \S+ \(.+\)$/;

export function readNotices(text: string): Notices {
  const head: string[] = [];
  const notices: { packages: string[]; text: string }[] = [];
  for (const section of text.split(RULE)) {
    const [first = '', ...rest] = section.trim().split('\n\n');
    const packages = first.split('\n');
    const last = notices.at(-1);
    if (packages.every((line) => PACKAGE.test(line))) notices.push({ packages, text: rest.join('\n\n') });
    // a license text can contain the same rule
    else if (last === undefined) head.push(section.trim());
    else last.text += `\n\n${section.trim()}`;
  }
  return { head, notices };
}

/** The notices that contain a text, in the name of a package or in the license. */
export function noticesWith(notices: readonly Notice[], wanted: string): readonly Notice[] {
  const lower = wanted.trim().toLowerCase();
  return notices.filter(({ packages, text }) => `${packages.join('\n')}\n${text}`.toLowerCase().includes(lower));
}
