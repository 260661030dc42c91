import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { findProgram } from '../support/findProgram.ts';

const shipped = fileURLToPath(new URL('../../ops/haproxy.cfg', import.meta.url));

describeWith(['haproxy'], 'ops/haproxy.cfg', () => {
  it('is configured as HAProxy takes it', () => {
    const program = findProgram('haproxy', ['/usr/sbin']) ?? '';
    expect(execFileSync(program, ['-c', '-f', shipped], { encoding: 'utf8' })).toContain('Configuration file is valid');
  });
});
