import type { Command } from 'commander';
import { argumentOf } from '../command/parameters.ts';
import { type Row, working } from '../command/row.ts';
import { bashCompletion, fishCompletion, zshCompletion } from '../terminal/completion.ts';

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
    parameters: { shell: argumentOf('<shell>', 'the shell', Object.keys(SHELLS) as (keyof typeof SHELLS)[]) },
    async run({ shell }) {
      const script = SHELLS[shell](program);
      return { json: { shell, script }, text: script };
    },
  });
}
