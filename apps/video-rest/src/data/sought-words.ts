import { type Queryable, sql } from '@campus/database';

/** What is looked for among the words of videos, as queries of PostgreSQL's text search. */
export interface SoughtWords {
  /** Each word somewhere: in what is told of a video, or in the name of a place where it is. */
  anywhere: string;
  /** Each word in the title. */
  inTitle: string;
}

/** The longest ones of a search; others are not looked for. */
const mostWords = 10;

/** So many places may have a name with a word: each is one more thing to look for. */
const mostNamed = 40;

/** A channel has what is in its themes, and a theme what is in those below it, as on their pages. */
const placesByWord = (words: string) => sql<{ word: string; places: string[] }>`
  select w.word, array(
    with recursive named as (
      select n.table_name, n.id from name_words n
      where n.words @@ p.prefix and
        (n.table_name <> 'channels' or exists (select 1 from channels c where c.id = n.id and c.visible)) and
        (n.table_name <> 'themes' or exists (
          select 1 from themes t join channels c on c.id = t.channel_id where t.id = n.id and c.visible))
      order by n.table_name, n.id limit ${sql.literal(mostNamed)}
    ), below as (
      select t.id from named n join themes t on n.table_name = 'channels' and t.channel_id = n.id
      union select id from named where table_name = 'themes'
      union select t.id from below b join themes t on t.parent_id = b.id
    )
    select table_name || '/' || id from named
    union select 'themes/' || id from below limit ${sql.literal(mostNamed)}) as places
  from (select word, bool_and(word ~ '^[a-z]$') over () as are_letters
        from unnest(tsvector_to_array(words_of(${words}))) words (word)) w,
    lateral (select format('''%s'':*', w.word)::tsquery) p (prefix)
  -- In French they are what is elided: l'énergie.
  where are_letters or word !~ '^[a-z]$'
  order by length(word) desc, word limit ${sql.literal(mostWords)}`;

/** Reads words that somebody looks for, without accents and capitals; undefined: there is no word in them. */
export async function readSoughtWords(db: Queryable, words: string): Promise<SoughtWords | undefined> {
  const found = await placesByWord(words).rows(db, { isPrepared: false });
  if (found.length === 0) return undefined;
  const sought = found.map(({ word, places }) => [`'${word}':*`, ...places.map((place) => `'${place}'`)]);
  return {
    anywhere: sought.map((either) => `(${either.join(' | ')})`).join(' & '),
    inTitle: sought.map(([word]) => word).join(' & '),
  };
}
