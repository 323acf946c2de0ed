/**
 * A silent installation for everybody without an administrator ends with an exit code and a message, in the script that the installer is
 * built from.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';

const INCLUDE = 'scripts/package/installer.nsh';
const include = readFileSync(join(ROOT, INCLUDE), 'utf8');
const builder = dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json'));
const template = (name: string) => readFileSync(join(builder, 'templates/nsis', name), 'utf8');

/** The lines of a macro, without comments. */
function macro(text: string, name: string): string[] {
  const body = new RegExp(String.raw`^\s*!macro ${name}\b.*\n([\s\S]*?)^\s*!macroend`, 'm').exec(text)?.[1];
  if (body === undefined) throw new Error(`there is no macro ${name}`);
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[;#]/.test(line));
}

interface Start {
  readonly silent: boolean;
  readonly admin: boolean;
  /** As initMultiUser of the templates sets it: true if the program is installed for everybody, or /allusers was given. */
  readonly everybody: boolean;
}

/** Runs `customInit`: a chain of conditions with commands. */
function run({ silent, admin, everybody }: Start): { readonly exit: number | null; readonly message: string } {
  const conditions: Readonly<Record<string, boolean>> = {
    '${Silent}': silent,
    '${UAC_IsAdmin}': admin,
    '$hasPerMachineInstallation == "1"': everybody,
  };
  let isActive = true;
  let exit = 0;
  let message = '';
  for (const line of macro(include, 'customInit')) {
    const [, word = '', condition = ''] = /^\$\{(If|AndIf|IfNot|AndIfNot|EndIf)\}\s*(.*)$/i.exec(line) ?? [];
    if (word === 'EndIf') isActive = true;
    else if (word !== '') {
      const holds = conditions[condition];
      if (holds === undefined) throw new Error(`unknown condition ${condition}`);
      isActive = (word.startsWith('And') ? isActive : true) && holds !== word.endsWith('Not');
    } else if (isActive && line.startsWith('FileWrite $0 ')) message += line.slice('FileWrite $0 '.length);
    else if (isActive && line.startsWith('SetErrorLevel ')) exit = Number(line.split(' ')[1]);
    else if (isActive && line === 'Quit') return { exit, message };
    else if (isActive && !line.startsWith('System::Call ')) throw new Error(`unknown command ${line}`);
  }
  return { exit: null, message };
}

describe('a silent installation', () => {
  it('for everybody without an administrator ends with 740 and says why', () => {
    const { exit, message } = run({ silent: true, admin: false, everybody: true });
    expect(exit).toBe(740);
    expect(message).toContain('Start the installer elevated, or use /currentuser.');
  });

  it.each([
    { silent: true, admin: true, everybody: true },
    { silent: true, admin: false, everybody: false },
    { silent: false, admin: false, everybody: true },
  ])('continues with %j', (start) => {
    expect(run(start)).toEqual({ exit: null, message: '' });
  });
});

describe('the templates of electron-builder', () => {
  it('run customInit of our file after they know for whom to install, and before they ask for elevation', () => {
    expect(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8')).toContain(`  include: ${INCLUDE}\n`);
    const script = template('installer.nsi');
    const places = ['!insertmacro initMultiUser', '!insertmacro customInit', 'Section "install"', 'UAC_RunElevated'].map((text) =>
      script.indexOf(text),
    );
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('elevate a silent installation under the condition at which ours ends', () => {
    const section = template('installer.nsi').split('Section "install"')[1]!;
    const conditions = [...section.split('UAC_RunElevated')[0]!.matchAll(/\$\{(if|andIf|ifNot)\} (.+)/gi)].map(
      ([, word, text]) => `${word} ${text}`,
    );
    expect(conditions.map((text) => text.replace(/\s*#.*/, ''))).toEqual([
      'if $hasPerMachineInstallation == "1"',
      'andIf ${Silent}',
      'ifNot ${UAC_IsAdmin}',
    ]);
  });

  it('count /allusers as an installation for everybody', () => {
    const lines = macro(template('assistedInstaller.nsh'), 'initMultiUser').join('\n');
    expect(lines).toMatch(/"\/allusers" \$R1\n\$\{IfNot\} \$\{Errors\}\nStrCpy \$hasPerMachineInstallation "1"/);
  });
});

it('the uninstaller removes the local data only when it is asked to', () => {
  const lines = macro(include, 'removeLocalData');
  const asked = lines.indexOf('${GetOptions} $R0 "--delete-app-data" $R1');
  expect(lines[asked + 1]).toBe('${IfNot} ${Errors}');
  expect(lines.filter((line) => line.startsWith('RMDir'))).toEqual(['RMDir /r "$LOCALAPPDATA\\${APP_FILENAME}"']);
  expect(lines.findIndex((line) => line.startsWith('RMDir'))).toBeGreaterThan(asked);
  expect(macro(include, 'customUnInstall')).toContain('!insertmacro removeLocalData');
});
