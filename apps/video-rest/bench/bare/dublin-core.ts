import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { instance } from '../instance.ts';

const head = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE rdf:RDF PUBLIC "-//DUBLIN CORE//DCMES DTD 2002/07/31//EN" "http://dublincore.org/documents/2002/07/31/dcmes-xml/dcmes-xml-dtd.dtd">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
`;

const batchSize = 500;

interface RecordRow {
  id: number;
  date_added: Date;
  slug: string;
  title: string;
  description: string;
  creator: string;
  subjects: string[];
  contributors: string[];
  rights: string | null;
  day: string;
  main_lang: string;
}

/** Writes the records in pieces of a batch, as fast as the client takes them. */
export async function sendDublinCore(pool: Pool, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' });
  response.write(head);
  let last: RecordRow | undefined;
  do {
    const { rows } = await pool.query<RecordRow>({
      name: 'records',
      text: `select v.id, v.date_added, v.slug, v.title, v.description,
               u.first_name || ' ' || u.last_name as creator,
               array[coalesce(t.title_en, t.title_fr)] || array(
                 select coalesce(d.title_en, d.title_fr) from "_DisciplineToVideo" l
                 join disciplines d on d.id = l."A" where l."B" = v.id order by d.id
               ) || v.tags as subjects,
               array(select name || ' (' || role || ')' from contributors c where c.video_id = v.id order by c.id)
                 as contributors,
               'https://creativecommons.org/licenses/' || v.licence || '/4.0/' as rights,
               to_char(v.date_added, 'YYYY-MM-DD') as day, v.main_lang
             from videos v join users u on u.id = v.owner_id join video_types t on t.id = v.type_id
             where not v.is_draft and not v.is_restricted and not v.is_for_groups and v.password_hash is null
               and (v.date_added, v.id) < ($1, $2)
             order by v.date_added desc, v.id desc limit ${batchSize}`,
      values: last === undefined ? ['infinity', 0] : [last.date_added, last.id],
    });
    if (!response.write(rows.map(recordOf).join(''))) await once(response, 'drain');
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last !== undefined);
  response.end('</rdf:RDF>\n');
}

function recordOf(row: RecordRow): string {
  const { slug, title, description, creator, subjects, contributors, day, main_lang, rights } = row;
  const address = `${instance.baseUrl}/video/${slug}/`;
  return `<rdf:Description rdf:about="${address}">
  <dc:title>${escaped(title)}</dc:title>
  <dc:creator>${escaped(creator)}</dc:creator>
  <dc:description>${escaped(description)}</dc:description>
  ${subjects.map((subject) => `<dc:subject>${escaped(subject)}</dc:subject>`).join('\n  ')}
  <dc:publisher>${instance.publisher}</dc:publisher>
${contributors.map((name) => `  <dc:contributor>${escaped(name)}</dc:contributor>\n`).join('')}  <dc:date>${day}</dc:date>
  <dc:type>MovingImage</dc:type>
  <dc:format>video/mp4</dc:format>
  <dc:identifier>${address}</dc:identifier>
  <dc:language>${main_lang}</dc:language>
  <dc:coverage>${instance.coverage}</dc:coverage>
  <dc:rights>${rights ?? instance.rights}</dc:rights>
</rdf:Description>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
