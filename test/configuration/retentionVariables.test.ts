import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

const read = (environment: Record<string, string>) => readConfiguration(environment).retention;

describe('the variables of what is kept', () => {
  it('have the defaults of the operator’s table', () => {
    expect(read({})).toEqual({ deliveries: 30, auditEvents: 365, events: 0 });
  });

  it('are days, or 0 for ever', () => {
    const names = ['WEBHOOK', 'AUDIT', 'EVENT'];
    const all = (days: string) => Object.fromEntries(names.map((name) => [`${name}_RETENTION_DAYS`, days]));
    expect(Object.values(read(all('0')))).toEqual([0, 0, 0]);
    expect(Object.values(read(all('3650')))).toEqual([3650, 3650, 3650]);
    expect(Object.values(read(all(' 30 ')))).toEqual([30, 30, 30]);
  });

  it.each([
    ['AUDIT_RETENTION_DAYS', '29'],
    ['EVENT_RETENTION_DAYS', '1.5'],
    ['EVENT_RETENTION_DAYS', '-1'],
    ['WEBHOOK_RETENTION_DAYS', '3651'],
    ['WEBHOOK_RETENTION_DAYS', '00'],
    ['EVENT_RETENTION_DAYS', 'ever'],
  ])('%s=%s stops the start with a line that names it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
    expect(() => read({ [name]: value })).toThrow(/0 \(for ever\) or a whole number of days/);
  });
});
