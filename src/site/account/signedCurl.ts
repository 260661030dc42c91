interface Header {
  readonly name: string;
  readonly value: string;
}

/** Lines for a shell that send a delivery again, signed by the reader's own $WEBHOOK_SECRET. */
export function signedCurl(url: string, headers: readonly Header[], body: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `body=${quoted(body)}`,
    'now=$(date +%s)',
    'signature=$(printf %s "$now.$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d" " -f1)',
    `curl --globoff ${quoted(url)} \\`,
    ...headers.map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)} \\`),
    '  -H "service-attempt: 1" -H "service-timestamp: $now" -H "service-signature: v1=$signature" \\',
    '  --data-binary "$body"',
  ].join('\n');
}
