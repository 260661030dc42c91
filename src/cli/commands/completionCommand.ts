import { Argument, Command } from 'commander';
import { answering } from '../answer.ts';
import { bashCompletion, fishCompletion, zshCompletion } from '../terminal/completion.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `catalog completion bash|zsh|fish` @param program whose commands and options are completed */
export function completionCommand(program: Command): Command {
  return answering(
    new Command('completion')
      .description('Print the script by which a shell completes commands, options and their values')
      .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
      .addHelpText(
        'after',
        `
bash: catalog completion bash > ~/.local/share/bash-completion/completions/catalog
zsh:  catalog completion zsh > ~/.catalog-completion, and in ~/.zshrc: source ~/.catalog-completion
fish: catalog completion fish > ~/.config/fish/completions/catalog.fish`,
      ),
    async (shell: keyof typeof SHELLS) => {
      const script = SHELLS[shell](program);
      return { json: { shell, script }, text: script };
    },
  );
}
