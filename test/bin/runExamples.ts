import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Example {
  readonly command: string;
  readonly told: RegExp;
  readonly printed: string;
}

const BLOCKS = /^```(console|js|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;
const PROGRAMS: Readonly<Record<string, string>> = { js: 'node --input-type=module', python: 'python3' };
const END = '\u001e';

/**
 * Runs the examples of a page one after the other in one shell: the commands of its `console` blocks, and its programs,
 * which print the `text` below them.
 */
export async function runExamples(
  page: string,
  { command, origin, environment }: Readonly<{ command: string; origin: string; environment: NodeJS.ProcessEnv }>,
): Promise<readonly Example[]> {
  const steps = [...page.matchAll(BLOCKS)].flatMap(([, language = '', text = '', told = '']) =>
    language === 'console'
      ? text
          .split(/^\$ /m)
          .slice(1)
          .map((step) => ({ command: step.split('\n', 1)[0] ?? '', told: step.slice(step.indexOf('\n') + 1) }))
      : [{ command: `${PROGRAMS[language]} - <<'END'\n${text}END`, told }],
  );
  const here = (text: string) => text.replaceAll('localhost:3000', origin).replaceAll('bin/catalog', command);
  const script = steps.map((step) => `{ ${here(step.command)}\n} 2>&1; printf '\\036'`).join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: environment });
  const printed = stdout.split(END).map((text) => text.replaceAll('\r', '').trim());
  return steps.map((step, index) => ({
    command: step.command,
    told: asTold(step.told),
    printed: printed[index] ?? '',
  }));
}

/** What is printed, where a page tells it: `…` stands for any text of one line. */
export function asTold(text: string): RegExp {
  const parts = text.trim().split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
}
