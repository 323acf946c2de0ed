/** Shell scripts that complete commands and options: `desk completion bash`, `desk completion zsh`. */
import { AppError, EXIT } from '../../shared/base/index.ts';
import { type Call, COMMANDS, optionNames } from './arguments.ts';

const words = (names: readonly string[]): string => names.join(' ');

/** Works for `desk`, and for the installed program with `desk` as its first argument. */
function bashScript(): string {
  const cases = COMMANDS.map((command) => `    ${command.name}) options='${words(optionNames(command))}' ;;`);
  return `_screening_desk() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' options='${words(optionNames(null))}' word first=1
  [[ "\${COMP_WORDS[0]##*/}" == screening-desk ]] && first=2
  if ((first == 2 && COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W desk -- "$current"))
    return
  fi
  for word in "\${COMP_WORDS[@]:first:COMP_CWORD-first}"; do
    if [[ "$word" != -* ]]; then
      command="$word"
      break
    fi
  done
  case "$command" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -z "$command" || "$command" == help ]]; then
    COMPREPLY=($(compgen -W '${words(COMMANDS.map(({ name }) => name))} help' -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _screening_desk desk screening-desk
`;
}

const SCRIPTS: Readonly<Record<string, () => string>> = {
  bash: bashScript,
  // zsh can run completions for bash.
  zsh: () => `autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${bashScript()}`,
};

/**
 * Prints the script for a shell.
 * @throws USAGE for any other shell
 */
export function completion({ words: [shell = ''] }: Call): number {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) throw new AppError('USAGE', `Usage: desk completion ${Object.keys(SCRIPTS).join('|')}`);
  process.stdout.write(script());
  return EXIT.done;
}
