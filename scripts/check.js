import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** `npm run check`: types, lint and unit tests side by side; each prints what it found when it ends. */
const statuses = await Promise.all(['lint', 'types', 'test:unit'].map(run));
process.exitCode = Math.max(...statuses);

/** @param {string} script */
async function run(script) {
  const began = performance.now();
  const child = spawn(`npm run --silent ${script} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const output = text(child.stdout);
  const status = await new Promise((resolve) => child.once('close', resolve));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`${await output}${script}: ${status === 0 ? 'passed' : 'failed'} after ${seconds} s\n`);
  return status ?? 1;
}
