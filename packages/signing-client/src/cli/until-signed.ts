import { OperatorError } from '@campus/config';
import { answerOf, type SigningClient, type SigningRecord } from '../index.ts';
import { type RecordRef, recordOf } from './record-ref.ts';

/** The record once it is signed, however long that takes. @throws OperatorError  when it has come to another end */
export async function untilSigned(client: SigningClient, ref: RecordRef): Promise<SigningRecord> {
  const query = { after: 'now' };
  const { cursor } = (await answerOf(client.api.GET('/api/changes', { params: { query } }))) as {
    cursor: string;
  };
  let record = await recordOf(client, ref);
  if (record.state === 'signing') {
    process.stderr.write(`${ref.kind}/${ref.id} waits for signatories.\n`);
    for await (const { kind, recordId } of client.changes({ after: cursor })) {
      if (`${kind}s` !== ref.kind || recordId !== ref.id) continue;
      record = await recordOf(client, ref);
      if (record.state !== 'signing') break;
    }
  }
  const { state } = record;
  if (state === 'signed') return record;
  const mend = state === 'draft' ? ': send it first' : '';
  throw new OperatorError(`${ref.kind}/${ref.id} is ${state}${mend}.`);
}
