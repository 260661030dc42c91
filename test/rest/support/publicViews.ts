/** The public pages over the sample records, with the kilobytes that a first view may weigh at most. */
export const publicViews: readonly {
  readonly path: string;
  readonly most: number;
  /** What of it is opened before it is inspected; default: every `details`. */
  readonly opened?: string;
}[] = [
  { path: '/', most: 60 },
  { path: '/docs', most: 60 },
  { path: '/docs/webhooks', most: 60 },
  { path: '/v1/problems/quota_exceeded', most: 60 },
  { path: '/v1/reference', most: 120, opened: ':is(#SearchAnime, #CreateWebhook) ~ details' },
  { path: '/explore', most: 60 },
  { path: '/explore?q=anime+netflix&format=ova,movie', most: 60 },
  { path: '/explore?q=a&year=x', most: 60 },
  { path: '/explore/anime/{id}', most: 60 },
  { path: '/explore/season/2024/winter', most: 60 },
  { path: '/nothing', most: 60 },
  { path: '/explore/schedule?week=2024-02-29&tz=Asia/Tokyo', most: 60 },
];
