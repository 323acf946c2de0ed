import { describe, expect, it } from 'vitest';
import { helpText, readCall } from '../../../../main/cli/arguments.ts';
import { settingsOf } from '../../../../main/cli/settings.ts';
import { CONNECTION_SETTINGS, PROJECT_SETTINGS, type Settings } from '../../../../shared/contract/index.ts';

const COMMANDS: readonly (readonly [argv: readonly string[], settings: Settings])[] = [
  [['connections', 'change', 'Service'], CONNECTION_SETTINGS],
  [['screen', 'list.csv', '--out', 'x.csv'], PROJECT_SETTINGS],
];

describe.each(COMMANDS)('desk %s', (argv, settings) => {
  const options = Object.entries(settings).flatMap(([name, { option }]) => (option === undefined ? [] : [{ name, option }]));

  it('shows and takes every setting that has an option', () => {
    expect(options.length).toBeGreaterThan(1);
    const help = helpText(readCall(argv).command);
    for (const { name, option } of options) {
      const plains: Readonly<Record<string, string>> = { 'YYYY-MM-DD': '2026-01-15', FIELDS: 'personalPhone' };
      const plain = plains[option.value ?? ''] ?? '30';
      const value = option.value?.includes('|') === false ? plain : option.value?.split('|').at(-1);
      const call = readCall([...argv, `--${option.name}`, ...(value === undefined ? [] : [value])]);
      expect([name, ['30', 30, ['personalPhone'], value ?? true]]).toEqual([
        name,
        expect.arrayContaining(Object.values(settingsOf(call, settings))),
      ]);
      expect(Object.keys(settingsOf(call, settings))).toEqual([name]);
      expect(help).toContain(option.help);
    }
  });

  it('refuses a value that a setting cannot have', () => {
    for (const { name, option } of options) {
      if (option.value === undefined) continue;
      for (const wrong of ['two', '', '99999']) {
        if (settings[name]!.shape.safeParse(wrong).success) continue;
        expect(() => settingsOf(readCall([...argv, `--${option.name}=${wrong}`]), settings)).toThrow(`--${option.name} must be`);
      }
    }
  });
});
