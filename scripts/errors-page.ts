/** The text of `docs/ERRORS.md`, from the error table and the texts for support. */
import { ERROR_CODES, type ErrorCode, EXIT, type Retry } from '../shared/base/errors.ts';
import { ERROR_TEXTS } from './error-texts.ts';

const EXIT_TEXTS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'The command is done.',
  usage: 'The command, an option or an input is wrong.',
  service: 'The service, the network or this computer failed.',
  undecided: 'An outcome is not known, and the user must decide.',
  refusedRows: 'The screening is done, but some rows were not accepted or have no result.',
  noToken: 'There is no token, or the service refused it.',
  file: 'The file cannot be read.',
};

const REPEAT: Readonly<Record<Retry, string>> = { safe: 'safe', ask: 'after a change', never: 'never' };

export function errorsPage(): string {
  const subjects = Object.entries(ERROR_TEXTS).map(([subject, texts]) => {
    const rows = Object.entries(texts).map(([code, [meaning, remedy]]) => {
      const { exit, retry } = ERROR_CODES[code as ErrorCode];
      return `| \`${code}\` | ${meaning} | ${remedy} | ${exit} | ${REPEAT[retry]} |`;
    });
    return `## ${subject}\n\n| code | what happened | what to do | exit code | repeat |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const exits = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${EXIT_TEXTS[name as keyof typeof EXIT]} |`);
  return `# Error codes

For support. The terminal prints the code of an error with \`--json\`, and the log (\`logs/desk.log\` in the data folder) names it. Each error
also has a sentence for the user, which is more exact than this page and says what was kept.

*Repeat* says whether the same call can be made again: *safe* at any time, *after a change* of what the row says, or *never* without a
decision, because a repeat cannot help or could cost money twice.

${subjects.join('\n')}
## Exit codes of the terminal

| exit code | meaning |
|---|---|
${exits.join('\n')}

\`npm run errors\` writes this page from \`shared/base/errors.ts\` and \`scripts/error-texts.ts\`.
`;
}
