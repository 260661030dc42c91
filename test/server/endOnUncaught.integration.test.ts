import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { inherited } from '../support/runCatalog.ts';

const fixture = fileURLToPath(new URL('throwUncaught.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('an error that nobody caught', () => {
  it.each(['exception', 'rejection'])(
    'as an %s is logged without secrets and ends the process with 1',
    async (kind) => {
      const { status, stdout } = await new Promise<{ status: unknown; stdout: string }>((resolve) => {
        execFile(
          process.execPath,
          ['--import', 'tsx', fixture, kind],
          { cwd: root, env: inherited() },
          (error, output) => resolve({ status: error?.code, stdout: output }),
        );
      });
      expect(status).toBe(1);
      const line = JSON.parse(stdout) as { level: string; err: { message: string; stack: string } };
      expect(line).toMatchObject({ level: 'fatal', msg: 'uncaught' });
      expect(line.err.stack).toContain('throwUncaught.ts');
      expect(line.err.message).toBe('[redacted] at postgresql://catalog:[redacted]@db/catalog');
      expect(stdout).not.toMatch(/hunter2|the-secret/);
    },
    30_000,
  );
});
