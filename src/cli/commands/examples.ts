const ID = '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f';
const SURVIVOR = '0197f3a2-9d2f-7e4c-8a11-3c7b2d5e6f70';

/** One use of each command that is not yet a row, shown under its help. */
export const examples: Readonly<Record<string, string>> = {
  import: 'import anime.jsonl.zst --format anime-offline-database --dry-run',
  'sources list': 'sources list',
  'sources approve': 'sources approve mal',
  'sources schedule': 'sources schedule nightly https://example.org/anime.ndjson.gz --every 24h',
  'sources run': 'sources run nightly',
  'sources remove': 'sources remove nightly',
  'sources revoke': 'sources revoke mal',
  'review list': 'review list --status all',
  'review open': 'review open --reviewer ann',
  'review show': 'review show 2b6a1c4d',
  'review approve': `review approve 2b6a1c4d --into ${ID} --reason 'the same series'`,
  'review reject': "review reject 2b6a1c4d --reason 'a fan film'",
  'review merge': `review merge ${ID} --into ${SURVIVOR} --dry-run`,
  'review unmerge': `review unmerge ${ID}`,
  'review pins': `review pins ${ID}`,
  'review unpin': `review unpin ${ID} --field year season`,
  'review add-title': `review add-title ${ID} 'AoT' --language en --kind short`,
  'review remove-title': `review remove-title ${ID} 'AoT'`,
  'webhooks list': `webhooks list --app ${ID}`,
  'webhooks listen': 'webhooks listen --forward http://127.0.0.1:8080/hook',
  'webhooks deliveries': 'webhooks deliveries --status failed --since 2027-01-31T00:00:00Z',
  'webhooks retry': `webhooks retry ${ID}`,
};
