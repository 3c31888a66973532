import type { Pool } from 'pg';

interface MetadataRow {
  title: string;
  company_name: string;
  school: string;
  workflow_id: string;
  watchers: string[];
  signatories: object[];
}

const metadataColumns = `s.title, s.company_name, s.school, s.workflow_id, s.watchers,
  (select json_agg(json_build_object('name', name, 'givenname', given_name, 'mail', mail, 'phone', phone,
     'order', "order") order by "order", position)
   from signatories where signable_id = s.id) as signatories`;

/** The Metadata object. */
export async function readMetadata(pool: Pool, number: number) {
  const { rows } = await pool.query<MetadataRow>({
    name: 'metadata',
    text: `select ${metadataColumns} from signables s where s.kind = 'agreement' and s.number = $1`,
    values: [number],
  });
  return metadataOf(only(rows));
}

/** The combined document object, its bytes as `pg` gives them. */
export async function readCombined(pool: Pool, number: number) {
  const { rows } = await pool.query<MetadataRow & { bytes: Buffer }>(
    `select ${metadataColumns}, d.bytes from signables s join documents d on d.id = s.document_id
     where s.kind = 'agreement' and s.number = $1`,
    [number],
  );
  const row = only(rows);
  return { pdf64: row.bytes.toString('base64'), metadata: metadataOf(row) };
}

/** The bytes as `pg` gives them. */
export async function readPdf(pool: Pool, number: number): Promise<Buffer> {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    `select d.bytes from signables s join documents d on d.id = s.document_id
     where s.kind = 'agreement' and s.number = $1`,
    [number],
  );
  return only(rows).bytes;
}

function metadataOf({ title, company_name, school, workflow_id, signatories, watchers }: MetadataRow) {
  return {
    title,
    companyname: company_name,
    school,
    workflowId: workflow_id,
    signatory: signatories,
    watchers: watchers.map((mail) => ({ mail })),
  };
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('there is no such record');
  return row;
}
