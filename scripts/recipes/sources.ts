/** Holds the sources of a checkout in memory while a recipe changes them, until they are written to a copy. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const PRODUCT = '{shared,main,renderer,practice,preload}/**/*.{ts,tsx}';

/** Finds places by their text instead of their path, so that a moved file needs no change here. */
export class Sources {
  private readonly root: string;
  private readonly texts: Map<string, string>;
  /** Paths of the changed and new files, in the order of their first change. */
  private readonly changedPaths = new Set<string>();

  constructor(root: string) {
    this.root = root;
    const paths = globSync(PRODUCT, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    this.texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  }

  /** Product files that changed. */
  get changed(): readonly string[] {
    return [...this.changedPaths].filter((path) => !path.startsWith('test/'));
  }

  /**
   * The only product file with this text.
   * @throws Error when there is none or more than one.
   */
  containing(anchor: RegExp): string {
    const found = [...this.texts].filter(([, text]) => anchor.test(text)).map(([path]) => path);
    if (found.length !== 1) throw new Error(`${anchor} is in ${found.length} files: ${found.join(', ')}`);
    return found[0]!;
  }

  /** The file that declares an exported name. */
  declaring(name: string): string {
    return this.containing(new RegExp(String.raw`^export (?:abstract )?(?:const|function|class|interface|type) ${name}\b`, 'm'));
  }

  /** Text of a file with all changes so far. */
  textOf(path: string): string {
    return this.texts.get(path) ?? readFileSync(join(this.root, path), 'utf8');
  }

  put(path: string, text: string): void {
    this.texts.set(path, text);
    this.changedPaths.add(path);
  }

  private change(anchor: RegExp, edit: (text: string) => string): void {
    const path = this.containing(anchor);
    this.put(path, edit(this.textOf(path)));
  }

  /** Inserts lines after the line with the anchor. */
  after(anchor: RegExp, lines: string): void {
    this.change(anchor, (text) => {
      const end = text.indexOf('\n', anchor.exec(text)!.index + anchor.exec(text)![0].length - 1);
      return `${text.slice(0, end + 1)}${lines}\n${text.slice(end + 1)}`;
    });
  }

  /** Inserts lines at the end of the array, object or interface that begins on the line with the anchor. */
  appendTo(anchor: RegExp, lines: string): void {
    this.change(anchor, (text) => {
      const at = anchor.exec(text)!.index;
      const start = text.lastIndexOf('\n', at) + 1;
      const indent = /^ */.exec(text.slice(start))![0];
      const close = new RegExp(`^${indent}[\\]})]`, 'gm');
      close.lastIndex = text.indexOf('\n', at);
      const end = close.exec(text);
      if (end === null) throw new Error(`what begins at ${anchor} does not end`);
      return `${text.slice(0, end.index)}${lines}\n${text.slice(end.index)}`;
    });
  }

  /** Exports a name next to `neighbor` from the face of their part, if the part has a face that lists its names. */
  exportNextTo(neighbor: string, name: string): void {
    const line = new RegExp(String.raw`^export \{([^}]*)\b${neighbor}\b(?=[^}]*\} from )`, 'm');
    if ([...this.texts.values()].some((text) => line.test(text))) this.replace(line, `export {$1${neighbor}, ${name}`);
  }

  /** Replaces the text that the anchor matches. */
  replace(anchor: RegExp, by: string): void {
    this.change(anchor, (text) => text.replace(anchor, by));
  }

  /** Replaces each occurrence in a file. */
  replaceAllIn(path: string, anchor: RegExp, by: string | ((found: string) => string)): void {
    const text = this.textOf(path);
    if (!text.match(anchor)) throw new Error(`${path} has no ${anchor}`);
    this.put(path, typeof by === 'string' ? text.replaceAll(anchor, by) : text.replaceAll(anchor, by));
  }

  /**
   * Replaces each occurrence in the only file of `test/kit` or `test/fakes` that has one.
   * @throws Error when there is none or more than one.
   */
  replaceInTestSupport(anchor: RegExp, by: string): void {
    const paths = globSync('test/{kit,fakes}/**/*.{ts,tsx}', { cwd: this.root }).map((path) => path.replaceAll('\\', '/'));
    const found = paths.filter((path) => this.textOf(path).match(anchor));
    if (found.length !== 1) throw new Error(`${anchor} is in ${found.length} files of the test support: ${found.join(', ')}`);
    this.replaceAllIn(found[0]!, anchor, by);
  }

  /**
   * The unit test with this name.
   * @throws Error when there is none or more than one.
   */
  testNamed(name: string): string {
    const found = globSync(`test/unit/**/${name}.test.{ts,tsx}`, { cwd: this.root });
    if (found.length !== 1) throw new Error(`${found.length} tests are named ${name}`);
    return found[0]!.replaceAll('\\', '/');
  }

  /** The path to import a declared name from a test in `test/unit`. */
  fromTest(name: string): string {
    return posix.relative('test/unit', this.declaring(name));
  }

  /** Writes the changed files into a copy. */
  writeTo(root: string): void {
    for (const path of this.changedPaths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), this.textOf(path));
    }
  }

  /** Paths of all files that `writeTo` writes. */
  get written(): readonly string[] {
    return [...this.changedPaths];
  }
}
