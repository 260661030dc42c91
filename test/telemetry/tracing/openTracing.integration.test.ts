import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfiguration } from '../../../src/configuration/configuration.ts';
import { openTracing } from '../../../src/telemetry/tracing/openTracing.ts';
import { describeWith } from '../../support/describeWith.ts';
import { createAuthority } from '../../support/tls/certificates.ts';
import { startReceiver } from '../../support/tls/startReceiver.ts';

describeWith(['openssl'], 'the exporter', () => {
  test.each([
    ['http/json', 'application/json'],
    ['http/protobuf', 'application/x-protobuf'],
  ])('sends %s', async (protocol, mediaType) => {
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue(['localhost']));
    const { traces } = readConfiguration({
      OTEL_EXPORTER_OTLP_ENDPOINT: `https://localhost:${receiver.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_CERTIFICATE: authority.file,
    });
    if (traces === null) throw new Error('no traces');
    const { tracer, close } = openTracing(traces, pino({ level: 'silent' }));
    tracer.root('some work')?.end();
    await close();
    await receiver.close();
    await authority.remove();
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = receiver.received;
    expect(headers['content-type']).toBe(mediaType);
    expect(body.includes('some work')).toBe(true);
    expect(body.toString().startsWith('{')).toBe(protocol === 'http/json');
  });

  test('compresses, trusts the authority it is told of, and shows its own certificate', async () => {
    const authority = await createAuthority();
    const own = await authority.issue(['catalog']);
    const mutual = { ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    const receiver = await startReceiver({ ...(await authority.issue(['localhost'])), ...mutual });
    const { traces } = readConfiguration({
      OTEL_EXPORTER_OTLP_ENDPOINT: `https://localhost:${receiver.port}`,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_CERTIFICATE: authority.file,
    });
    if (traces === null) throw new Error('no traces');
    try {
      for (const tls of [traces.tls, { ...traces.tls, ...own }]) {
        const { tracer, close } = openTracing({ ...traces, tls }, pino({ level: 'silent' }));
        tracer.root('some work')?.end();
        await close();
      }
      expect(receiver.received.map(({ path }) => path)).toEqual(['/v1/traces']);
      const [{ headers, body } = { headers: {}, body: Buffer.of() }] = receiver.received;
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(body).toString()).toContain('some work');
    } finally {
      await receiver.close();
      await authority.remove();
    }
  }, 60_000);
});
