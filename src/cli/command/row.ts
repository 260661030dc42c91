import { Argument, Command, Option } from 'commander';
import type { TadaDocumentNode } from 'gql.tada';
import { allNodes, type Page } from '../client/allNodes.ts';
import { ask, connect } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';
import { printJson, printNote, printPainted, printText } from '../terminal/output.ts';
import { type Answer, type Column, listAnswer } from './answer.ts';
import type { Parameter, ValueOf } from './parameters.ts';
import { ShortId } from './shortId.ts';

/** A command of the table, as the runner needs it. */
export interface Row {
  readonly name: string;
  readonly about: string;
  readonly parameters?: Parameters;
  /** Words and options of one use, behind the command's name. */
  readonly example: string;
  /** What its help says below the options. */
  readonly notes?: string;
  /** Null when it has printed its result itself. */
  readonly run: (given: never, json: boolean) => Promise<Answer | null>;
}

/** The commands of one noun. */
export interface Noun {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Row[];
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a command's parameters, by their names in its row. */
export type Given<Of extends Parameters> = {
  readonly [Name in keyof Of]: ValueOf<Of[Name]>;
};

/** What the rows of every kind say. */
interface Described<Of extends Parameters> extends Omit<Row, 'parameters' | 'run'> {
  readonly parameters?: Of;
}

interface Asking<Of extends Parameters, Result, Variables> extends Described<Of> {
  readonly operation: TadaDocumentNode<Result, Variables>;
  readonly variables: (given: Given<Of>) => Variables;
  /** Null where there is no such thing: `missing` says which. */
  readonly answer: (result: Result, given: Given<Of>) => Answer | null;
  readonly missing?: (given: Given<Of>) => string;
}

/** A command that runs one operation; a parameter named `reviewer` is the person on whose behalf. */
export function asking<Of extends Parameters, Result, Variables extends object>(
  row: Asking<Of, Result, Variables>,
): Row {
  return {
    ...row,
    async run(given: Given<Of>) {
      const answer = row.answer(await ask(row.operation, row.variables(given), findActor(given)), given);
      return answer ?? refuse(row.missing?.(given));
    },
  };
}

/** A command that runs a mutation whose input is what it is given, without what was left out. */
export function changing<Of extends Parameters, Result>(
  row: Omit<Asking<Of, Result, { readonly input: Given<Of> }>, 'variables' | 'missing'>,
): Row {
  const named = (given: Given<Of>) => Object.entries(given).filter(([, value]) => value !== null);
  return asking({ ...row, variables: (given) => ({ input: Object.fromEntries(named(given)) as Given<Of> }) });
}

interface Listing<Of extends Parameters, Result, Variables, Item>
  extends Omit<Asking<Of, Result, Variables>, 'answer' | 'variables'> {
  /** @param after where the page begins @param count how many items came before it */
  readonly variables: (given: Given<Of>, after: string | null, count: number) => Variables;
  /** A page or the whole list; none as for `answer`. */
  readonly items: (result: Result) => Page<Item> | readonly Item[] | null | undefined;
  readonly columns: readonly Column<Item>[];
  /** How many items are enough. */
  readonly most?: (given: Given<Of>) => number;
}

/** A command that prints a list as a table. */
export function listing<Of extends Parameters, Result, Variables extends object, Item>(
  row: Listing<Of, Result, Variables, Item>,
): Row {
  return {
    ...row,
    async run(given: Given<Of>) {
      const client = await connect();
      const items = await allNodes(async (after, count) => {
        const read = row.items(await client.run(row.operation, row.variables(given, after, count)));
        return read ?? refuse(row.missing?.(given));
      }, row.most?.(given));
      return listAnswer(items, row.columns);
    },
  };
}

/** A command that does work of its own. */
export function working<Of extends Parameters>(
  row: Described<Of> & { readonly run: (given: Given<Of>, json: boolean) => Promise<Answer | null> },
): Row {
  return row;
}

function refuse(missing = 'there is nothing of that id'): never {
  throw new CommandFailure('not_found', missing);
}

function findActor({ reviewer }: { readonly reviewer?: unknown }): string | undefined {
  return typeof reviewer === 'string' ? reviewer : undefined;
}

/** A row as a command that prints its answer, with `--json` and an example under its help. */
export function buildCommand(row: Row, path = row.name): Command {
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
  for (const row of commands) noun.addCommand(buildCommand(row, `${name} ${row.name}`));
  return noun;
}
