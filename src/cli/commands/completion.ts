import type { Command } from 'commander';
import { choiceArgument } from '../command/parameters.ts';
import { type Row, working } from '../command/row.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `catalog completion` @param program whose commands and options are completed */
export function completion(program: Command): Row {
  return working({
    name: 'completion',
    about: 'Print the script by which a shell completes commands, options and their values',
    example: 'bash',
    notes: `bash: catalog completion bash > ~/.local/share/bash-completion/completions/catalog
zsh:  catalog completion zsh > ~/.catalog-completion, and in ~/.zshrc: source ~/.catalog-completion
fish: catalog completion fish > ~/.config/fish/completions/catalog.fish`,
    parameters: { shell: choiceArgument('<shell>', 'the shell', Object.keys(SHELLS) as (keyof typeof SHELLS)[]) },
    async run({ shell }) {
      const script = SHELLS[shell](program);
      return { json: { shell, script }, text: script };
    },
  });
}

/** What may follow the words of a command. */
interface Completions {
  /** Names of commands, or values of the argument, and options. */
  readonly words: readonly string[];
  /** The values of options that have a choice of them. */
  readonly values: readonly (readonly [option: string, values: readonly string[]])[];
}

/** Every place of the tree by the words that lead to it; the root by none. */
function listPlaces(command: Command, path: readonly string[] = []): (readonly [path: string, place: Completions])[] {
  const names = command.commands.map((below) => below.name());
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  const values = command.options.flatMap(({ long, argChoices }) =>
    long == null || argChoices === undefined ? [] : [[long, argChoices] as const],
  );
  const own = [path.join(' '), { words: [...names, ...choices, ...options], values }] as const;
  return [own, ...command.commands.flatMap((below) => listPlaces(below, [...path, below.name()]))];
}

/** The script for bash: the words before the cursor, without options, choose the completions; by default files. */
export function bashCompletion(program: Command): string {
  const places = listPlaces(program);
  const words = places.map(([path, place]) => `    '${path}') words='${place.words.join(' ')}' ;;`);
  const values = places.flatMap(([path, place]) =>
    place.values.map(([option, choices]) => `    '${path} ${option}') words='${choices.join(' ')}' ;;`),
  );
  return `_catalog() {
  local place='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${place:+$place }$word" in
    ${places
      .slice(1)
      .map(([path]) => `'${path}'`)
      .join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${words.join('\n')}
  esac
  case "$place \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _catalog catalog`;
}

/** The script for zsh, which runs completions of bash. */
export function zshCompletion(program: Command): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashCompletion(program)}`;
}

/** The script for fish. */
export function fishCompletion(program: Command): string {
  return listPlaces(program)
    .map(([path, { words }]) => {
      const seen = path.split(' ').filter((word) => word !== '');
      const here = seen.map((word) => `__fish_seen_subcommand_from ${word}`);
      const where = here.length === 0 ? '__fish_use_subcommand' : here.join('; and ');
      return `complete -c catalog -n '${where}' -a '${words.join(' ')}'`;
    })
    .join('\n');
}
