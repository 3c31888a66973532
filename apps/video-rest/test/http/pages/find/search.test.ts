import { describe, expect, test } from '@jest/globals';
import { givenVideo, givenVideoRows, newName } from '../../../support/given-records.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';

const statements: string[] = [];
const service = useService({}, { statements });

/** A word that nothing else has, of letters alone. */
function newWord(): string {
  return newName('w').replace(/[^a-z]/g, '') + newName('').replace(/[^a-z]/g, '');
}

async function givenPublic(title = 'Lecture', columns = {}): Promise<{ id: number; typeId: number }> {
  const video = await givenVideo(service.db, { ownerId: service.ada.id, title });
  await givenOnAir(service, video.id);
  await service.db.prisma.video.update({ where: { id: video.id }, data: columns });
  return video;
}

/** The ids of what strangers find, in its order. */
async function found(words: string, place = '/', page = 1): Promise<number[]> {
  const { text } = await service
    .as({ Accept: 'text/html' })
    .get(`${place}?q=${encodeURIComponent(words)}&page=${page}`)
    .expect(200);
  return [...text.matchAll(/<li><a href="\/video\/0*(\d+)-/g)].map(([, id]) => Number(id));
}

describe('The public search', () => {
  test('finds words of a title from their beginning on, whatever their accents and capitals', async () => {
    const word = newWord();
    const { id } = await givenPublic(`L’Énergie ${word}É : œuvres & LOIS`);

    for (const words of [
      word,
      `energie ${word}e`,
      `l'ÉNERGIE ${word}`,
      `${word} oeuv`,
      `${word.slice(0, -2)} lois`,
    ])
      expect([words, await found(words)]).toEqual([words, [id]]);
    expect(await found(`${word} chaleur`)).toEqual([]);
  });

  test('finds the words of a description, also where it is HTML that writes accents by name', async () => {
    const word = newWord();
    const { id } = await givenPublic('Lecture', {
      description: `<p class="hidden${word}">M&eacute;canique&nbsp;${word}<br>cœur&nbsp;&amp; &OElig;uvre</p>`,
    });

    expect(await found(`mécanique ${word} oeuvre`)).toEqual([id]);
    expect(await found(`hidden${word}`)).toEqual([]);
  });

  test('finds tags, people who contribute and chapters', async () => {
    const [tag, person, chapter] = [newWord(), newWord(), newWord()];
    const { id } = await givenPublic('Lecture', { tags: [`${tag.slice(0, 30)} one`] });
    await service.db.prisma.contributor.create({ data: { videoId: id, name: `Zoë ${person}` } });
    await service.db.prisma.chapter.create({ data: { videoId: id, title: chapter, startSeconds: 3 } });

    expect(await found(tag.slice(0, 30))).toEqual([id]);
    expect(await found(`zoe ${person} ${chapter}`)).toEqual([id]);
  });

  test('finds the shown name of the owner, and not the name that somebody signs in with', async () => {
    const word = newWord();
    const owner = await service.givenUser({ username: `login-${word}` });
    const { id } = await givenPublic('Lecture', { ownerId: owner.id });
    await service.db.prisma.user.update({
      where: { id: owner.id },
      data: { firstName: 'Ève', lastName: `Shown${word}` },
    });

    expect(await found(`eve shown${word}`)).toEqual([id]);
    expect(await found(word)).toEqual([]);
  });

  test('finds the names of types, disciplines, channels and themes, by the name that they have now', async () => {
    const { prisma } = service.db;
    const word = newWord();
    const { id, typeId } = await givenPublic();
    const videos = { connect: { id } };
    const channel = await prisma.channel.create({ data: { title: `Chaîne ${word}`, visible: true } });
    const above = await prisma.theme.create({ data: { title: `Thème ${word}`, channelId: channel.id } });
    const theme = { title: 'Below', channelId: channel.id, parentId: above.id, videos };
    await prisma.theme.create({ data: theme });
    await prisma.videoType.update({ where: { id: typeId }, data: { titleFr: `Genre ${word}` } });
    await prisma.discipline.create({ data: { titleEn: `Field ${word}`, videos } });

    for (const name of ['chaine', 'theme', 'genre', 'field'])
      expect(await found(`${name} ${word}`)).toEqual([id]);
    await prisma.channel.update({ where: { id: channel.id }, data: { title: `Other ${word}` } });
    expect(await found(`chaine ${word}`)).toEqual([]);
    expect(await found(`other ${word}`)).toEqual([id]);
  });

  test('does not tell by the name of a channel that is not visible what is in it', async () => {
    const { prisma } = service.db;
    const word = newWord();
    const videos = { connect: { id: (await givenPublic()).id } };
    const { id } = await prisma.channel.create({ data: { title: word, visible: false, videos } });
    await prisma.theme.create({ data: { title: `Theme ${word}`, channelId: id, videos } });

    expect(await found(word)).toEqual([]);
  });

  test('shows those first that have all words in the title, and of both the newest first', async () => {
    const word = newWord();
    const older = await givenPublic(`${word} one`, { dateAdded: new Date('2020-01-01') });
    const old = await givenPublic(`two ${word}`, { dateAdded: new Date('2021-01-01') });
    const told = await givenPublic('Lecture', { description: word });
    const telling = await givenPublic(`Lecture ${word.slice(1)}`, { description: word });

    expect(await found(word)).toEqual([old.id, older.id, telling.id, told.id]);
  });

  test('follows every change of a video', async () => {
    const { prisma } = service.db;
    const [before, after] = [newWord(), newWord()];
    const { id } = await givenPublic(before);
    const { id: contributor } = await prisma.contributor.create({ data: { videoId: id, name: before } });
    const discipline = await prisma.discipline.create({
      data: { titleEn: before, videos: { connect: { id } } },
    });

    await prisma.video.update({ where: { id }, data: { title: after } });
    expect([await found(before), await found(after)]).toEqual([[id], [id]]);
    await prisma.contributor.update({ where: { id: contributor }, data: { name: after } });
    expect(await found(before)).toEqual([id]);
    await prisma.discipline.update({
      where: { id: discipline.id },
      data: { videos: { disconnect: { id } } },
    });
    expect(await found(before)).toEqual([]);
    await prisma.contributor.delete({ where: { id: contributor } });
    expect(await found(after)).toEqual([id]);
    await prisma.video.update({ where: { id }, data: { isDraft: true } });
    expect(await found(after)).toEqual([]);
  });

  test('looks within a place alone', async () => {
    const word = newWord();
    const { id, typeId } = await givenPublic(word);
    await givenPublic(word);

    expect(await found(word, `/types/${typeId}-${await typeName(typeId)}/`)).toEqual([id]);
  });

  test.each(["'", '\\', '& | !', ':*', '<->', '%', '"', ' ', '()', 'a:b & !c', 'é'.repeat(300), '🎓'])(
    'takes %s as it is',
    async (words) => {
      await found(words);
    },
  );

  test('takes the same statements, however many videos it finds', async () => {
    const word = newWord();
    await givenPublic(word);
    const taken = async () => {
      const before = statements.length;
      await found(word);
      return statements.length - before;
    };
    await taken();
    const forOne = await taken();
    for (let n = 0; n < 9; n += 1) await givenPublic(word);

    // The first look finds all of a page, or the next does.
    expect(await taken()).toBe(forOne);
  });

  test('gives the same pages of what few of the newest have, and of what the older ones have', async () => {
    const { sql, ada } = service;
    const [word, told] = [newWord(), newWord()];
    const { typeId } = await givenVideo(service.db, { ownerId: ada.id });
    const ids = await givenVideoRows(service, { count: 2_200, ownerId: ada.id, typeId });
    const titled = [ids[5], ids[15], ids[25]];
    await sql.query(`update videos set title = $2 where id = any($1)`, [titled, `Lecture ${word} ${told}`]);
    const channel = await service.db.prisma.channel.create({
      data: { title: `Faculty ${word}`, visible: true },
    });
    // All of the oldest, and every fiftieth of the others.
    const within = ids.filter((_, place) => place < 40 || place % 50 === 0);
    await sql.query(`insert into "_ChannelToVideo" ("A", "B") select $1, unnest($2::int[])`, [
      channel.id,
      within,
    ]);
    const dated = `timestamptz '2001-01-01' + video_id * interval '1 minute'`;
    await sql.query(
      `with runs as (
         insert into encodings (video_id, state, finished_at, outputs)
         select unnest($1::int[]), 'done', now(), '{"kind": "audio", "hls": null, "mp4": [], "audio": "a.m4a", "poster": null}'
         returning id, video_id)
       update videos v set encoding_id = runs.id, latest_encoding_id = runs.id, date_added = ${dated},
         slug = lpad(v.id::text, 4, '0') || '-found'
       from runs where v.id = runs.video_id`,
      [within],
    );
    // The others have nothing that is looked for: it is enough that they stand among the newest.
    await sql.query(
      `update video_words set is_public = true, date_added = ${dated} where video_id = any($1)`,
      [ids],
    );
    await sql.query('update videos set description = $2 where id = any($1)', [within, `All of ${told}`]);
    const place = `/channels/${channel.id}-faculty-${word}/`;
    const pages = async (words: string, at: string) => {
      const all: number[][] = [];
      for (let page = 1; page <= 4; page += 1) all.push(await found(words, at, page));
      return all.flat();
    };
    const newestFirst = within.toReversed();
    const titledFirst = [...titled.toReversed(), ...newestFirst.filter((id) => !titled.includes(id))];

    expect(await pages(word, '/')).toEqual(titledFirst);
    expect(await pages(word, place)).toEqual(titledFirst);
    expect(await pages(told, '/')).toEqual(titledFirst);
    expect(await pages('', place)).toEqual(newestFirst);
  });
});

async function typeName(id: number): Promise<string> {
  const { titleEn } = await service.db.prisma.videoType.findUniqueOrThrow({ where: { id } });
  return String(titleEn);
}
