import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import type { Pool, PoolClient } from 'pg';

interface Write {
  number: number;
  request: IncomingMessage;
}

/** Stores the file of a multipart body as it is, with a row for the deposit. */
export async function writeDeposit(pool: Pool, { number, request }: Write): Promise<void> {
  const bytes = onlyPart(await buffer(request), request.headers['content-type'] ?? '');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'insert into documents (sha256, size, bytes) values ($1, $2, $3) returning id',
      [sha256, bytes.length, bytes],
    );
    await client.query(
      `insert into deposits (signable_id, version, round, document_id, registered_document_id, signatures,
         signature_rules, deposited_at, actor)
       select s.id, (select coalesce(max(version), 0) + 1 from deposits where signable_id = s.id), s.round, $1,
         s.document_id, '{"count": 0, "items": []}', 1, now(), 'bare'
       from signables s where s.kind = 'agreement' and s.number = $2`,
      [rows[0]?.id, number],
    );
  });
}

/** Updates the signatories that a dates array names. */
export async function writeDates(pool: Pool, { number, request }: Write): Promise<void> {
  const entries = (await json(request)) as { order: number; mail: string; signatureDate: string }[];
  await inTransaction(pool, async (client) => {
    for (const { order, mail, signatureDate } of entries) {
      await client.query(
        `update signatories p set signature_date = $1 from signables s
         where s.kind = 'agreement' and s.number = $2 and p.signable_id = s.id
           and p."order" = $3 and lower(p.mail) = lower($4)`,
        [signatureDate, number, order, mail],
      );
    }
  });
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** What lies between the head of the first part and the last boundary. */
function onlyPart(body: Buffer, contentType: string): Buffer {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
  return body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf(`\r\n--${boundary}--`));
}
