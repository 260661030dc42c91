import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, jest, test } from '@jest/globals';
import { canonicalAnime } from '../../src/graph/import/draft/canonicalAnime.ts';
import { bangumiDataRecords } from '../../src/graph/import/formats/bangumiData.ts';
import type { AnimeRecord } from '../../src/graph/import/record.ts';
import { principalTitles } from '../../src/graph/model/principalTitles.ts';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { publish } from './conformance/publish.ts';
import { animeId, searchDocument } from './conformance/searchDocument.ts';

/** Eight thousand works are indexed. */
jest.setTimeout(240_000);

/** MyAnimeList's ids of a hundred of the best known works, and how their readers ask for them. */
const BEST_KNOWN = `
16498 shingeki no kyojin
1535 death note
5114 fullmetal alchemist brotherhood
30276 one punch man
11757 sword art online
31964 boku no hero academia
38000 kimetsu no yaiba
20 naruto
22319 tokyo ghoul
11061 hunter x hunter 2011
40748 jujutsu kaisen
9253 steins;gate
32281 kimi no na wa
4224 toradora
1575 code geass
28851 koe no katachi
19815 no game no life
23273 shigatsu wa kimi no uso
21 one piece
6547 angel beats
31240 re zero kara hajimeru isekai seikatsu
10620 mirai nikki
37779 yakusoku no neverland
1735 naruto shippuuden
32182 mob psycho 100
6702 fairy tail
269 bleach
30831 kono subarashii sekai ni shukufuku wo
31043 boku dake ga inai machi
22535 kiseijuu
22199 akame ga kill
199 sen to chihiro no kamikakushi
1 cowboy bebop
121 fullmetal alchemist
9919 ao no exorcist
44511 chainsaw man
50265 spy x family
20507 noragami
3588 soul eater
24833 ansatsu kyoushitsu
30 shinseiki evangelion
2167 clannad
4181 clannad after story
20583 haikyuu
33352 violet evergarden
38691 dr stone
35849 darling in the franxx
11111 another
37450 seishun buta yarou wa bunny girl senpai no yume wo minai
27899 tokyo ghoul root a
35790 tate no yuusha no nariagari
37430 tensei shitara slime datta ken
7054 kaichou wa maid sama
10793 guilty crown
13601 psycho pass
23755 nanatsu no taizai
37521 vinland saga
39535 mushoku tensei
2001 tengen toppa gurren lagann
5081 bakemonogatari
28171 shokugeki no souma
42897 horimiya
37999 kaguya-sama wa kokurasetai
34572 black clover
14813 yahari ore no seishun love comedy wa machigatteiru
28121 dungeon ni deai wo motomeru no wa machigatteiru darou ka
11617 high school dxd
8074 highschool of the dead
431 howl no ugoku shiro
164 mononoke hime
12189 hyouka
9989 ano hi mita hana no namae wo bokutachi wa mada shiranai
28999 charlotte
35507 youkoso jitsuryoku shijou shugi no kyoushitsu e
6746 durarara
18679 kill la kill
11771 kuroko no basket
15809 hataraku maou-sama
28223 death parade
38671 enen no shouboutai
48736 sono bisque doll wa koi wo suru
42249 tokyo revengers
226 elfen lied
52991 sousou no frieren
54492 kusuriya no hitorigoto
52701 dungeon meshi
52299 ore dake level up na ken
52034 oshi no ko
49596 blue lock
47917 bocchi the rock
42310 cyberpunk edgerunners
50602 spy x family part 2
813 dragon ball z
30694 dragon ball super
918 gintama
523 tonari no totoro
5680 k-on
849 suzumiya haruhi no yuuutsu
38826 tenki no ko
50594 suzume no tojimari
34599 made in abyss
10087 fate/zero
`
  .trim()
  .split('\n')
  .map((line) => /^(?<mal>\d+) (?<q>.+)$/.exec(line)?.groups as { readonly mal: string; readonly q: string });

function readFirstStart(): AnimeRecord[][] {
  const { items } = createRequire(import.meta.url)('bangumi-data/dist/data.json') as { items: readonly unknown[] };
  const { originals, convert } = bangumiDataRecords(new Date('2026-11-01T00:00:00Z'), items);
  const names = readFileSync(new URL('../../data/names.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const named = new Map(
    names
      .map((line) => JSON.parse(line) as AnimeRecord & { readonly externalIds: { readonly mal: string } })
      .map((record) => [record.externalIds.mal, record]),
  );
  return originals.map(({ value }) => {
    const record = convert(value);
    const further = named.get((record.externalIds as Record<string, string>).mal ?? '');
    return further === undefined ? [record] : [record, further];
  });
}

test('of the first start’s catalogue the best known works are found by their romanized names, and have them', async () => {
  const works = readFirstStart().map((records) => canonicalAnime(records, () => true));
  const index = new EmbeddedSearchIndex();
  await publish(
    index,
    works.map(({ titles, year, format, episodeCount: episodes, startDate }, n) =>
      searchDocument(
        n,
        titles.map(({ title }) => title),
        { year, format, episodes, startDate },
      ),
    ),
  );
  const missed: string[] = [];
  for (const { mal, q } of BEST_KNOWN) {
    const place = works.findIndex((work) => work.externalIds.some((id) => id.site === 'mal' && id.id === mal));
    const { hits } = await index.search({ q, filters: {}, limit: 1 });
    const found = works.findIndex((_, n) => animeId(n) === hits[0]?.id);
    if (found !== place) missed.push(`${q}: ${works[found]?.titles[0]?.title}, not ${works[place]?.titles[0]?.title}`);
    else if (principalTitles(works[place]?.titles ?? []).romaji === null) missed.push(`${q}: no romanized title`);
  }
  expect(BEST_KNOWN.length).toBeGreaterThanOrEqual(100);
  expect(missed).toEqual([]);
});
