import { Argument, Command, Option } from 'commander';
import { printJson, printNote, printPainted, printText } from '../terminal/output.ts';
import type { Noun, Row } from './row.ts';
import { ShortId } from './shortId.ts';

/** A row as a command that prints its answer, with `--json` and an example under its help. */
export function commandOf(row: Row, path = row.name): Command {
  const command = new Command(row.name).description(row.about);
  const parameters = Object.entries(row.parameters ?? {});
  for (const [, parameter] of parameters) {
    if (parameter instanceof Argument) command.addArgument(parameter);
    else command.addOption(parameter as Option);
  }
  command.addOption(new Option('--json', 'print the result as one line of JSON'));
  if (row.notes !== undefined) command.addHelpText('after', `\n${row.notes}`);
  command.addHelpText('after', `\nExample:\n  ${`catalog ${path} ${row.example}`.trimEnd()}`);
  return command.action(async () => {
    const [options, words] = [command.opts(), [...command.processedArgs]];
    const given: Record<string, unknown> = {};
    for (const [name, parameter] of parameters) {
      const value = parameter instanceof Argument ? words.shift() : options[(parameter as Option).attributeName()];
      given[name] = value instanceof ShortId ? await value.whole() : (value ?? null);
    }
    const answer = await row.run(given as never, options.json === true);
    if (answer === null) return;
    const { json, text, painted, note } = answer;
    if (options.json) return printJson(json);
    await (painted === undefined ? printText(text) : printPainted(painted));
    if (note !== undefined) await printNote(note);
  });
}

/** A noun as a command with its commands. */
export function nounCommand({ name, about, commands }: Noun): Command {
  const noun = new Command(name).description(about);
  for (const row of commands) noun.addCommand(commandOf(row, `${name} ${row.name}`));
  return noun;
}
