/** The introduction of the interface's description (CommonMark). Its requests work with any catalogue. */
export const description = `Canonical anime data: a catalogue of anime and their imported episodes, read-oriented and open.

Try \`GET /v1/search?q=one%20piece\`, \`GET /v1/anime?year=2013&format=tv&sort=title.asc\` or
\`GET /v1/episodes/releases?limit=5\`.

**Keys.** Reads need no credential; with one there is a higher quota. An API key belongs to an application. Create
both at \`/account\`, or ask the operator (\`catalog apps create\`, \`catalog keys create\`); a key is shown once. Send it as
\`Authorization: Bearer cac_…\`, never in the URL. An invalid credential is 401 and never anonymous; one without the operation's scope is
403. Webhooks need the access token of the person who owns the application.

**Identifiers** are canonical and stable. An anime or episode that was merged into another one answers 301 with the
survivor's path in Location and in the body. Clients must follow: many HTTP libraries do so only when told to. Keep the
survivor's identifier from then on.

**Titles.** \`title\` is the first title of the source that ranks highest, unless a reviewer has decided it; \`alternativeTitles\` are those
of all sources, the highest first, each with its language and kind as the source stated them. None is translated or transliterated.

**Selections.** \`fields\` answers with some members of anime and episodes alone, as in
\`GET /v1/anime?fields=id,title,images.url\`: the others are absent, also those that the schema requires.
\`include\` adds members, as in \`GET /v1/anime?include=nextEpisode\` and \`GET /v1/schedules?include=anime\`.

Unknown values are null; lists are never null. Times are RFC 3339 in UTC with milliseconds.

**Pages.** Lists answer \`{items, page: {nextCursor}}\`. Send \`nextCursor\` as \`after\`, with every other parameter unchanged
(\`limit\` may change, but in search), until it is null; the header Link names the same page. Concurrent edits can move items
between pages: deduplicate by \`id\`. A cursor is bound to its operation and parameters. Cursors do not expire, but an operator who
withdraws the key that signed them ends them all (400 \`invalid_cursor\`): begin again.

**Copies** are kept by \`GET /v1/events\`, the log of all that was published: store its \`page.position\`, read the lists, then read
what follows that position.

**Revisions.** \`revision\` rises by one in each publication that changes a resource. Compare it per identifier before you apply
an update: copies can arrive in any order.

**Conditional requests.** Every 200 of a GET has an ETag; one with If-None-Match is answered 304 while nothing changed.

**Errors** are Problem Details (application/problem+json). \`code\` is stable, \`detail\` says how to correct the request, \`type\` is the address
of a page that explains the code, and \`requestId\` equals the header X-Request-Id. Unknown and repeated query parameters are refused.

**Changes.** Within \`v1\` these may come at any time: operations, optional parameters and headers, members of answers, kinds
of events, codes of errors. Ignore what you do not know. What would break a client comes as a new version beside this one: an operation,
parameter, member or code that is removed or changes its meaning, a parameter that becomes required, a value of \`format\`, \`status\` or \`season\`
that is new, a limit that becomes smaller. Quotas are not part of it.

**Sources.** Catalogue facts come from imports. The built-in catalogue is from
[bangumi-data](https://github.com/bangumi-data/bangumi-data), licensed
[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).
`;
