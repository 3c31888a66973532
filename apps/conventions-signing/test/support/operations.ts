import { eventually } from '@campus/testing';
import type { TestService } from './service.ts';

/** What the tests read of an operation. */
export interface OperationOnWire {
  id: string;
  state: string;
  total: number;
  done: number;
  refused: number;
  left: number;
  expectedAt: string | null;
  endedAt: string | null;
}

/** Asks for an operation, which is accepted. */
export async function begin(
  { institution }: Pick<TestService, 'institution'>,
  asked: object,
): Promise<OperationOnWire> {
  const { body } = await institution.post('/api/operations').send(asked).expect(202);
  return body;
}

/** The operation when it has ended, however long that takes while one record after the other has its outcome. */
export async function ended(
  { institution }: Pick<TestService, 'institution'>,
  { id, left }: Pick<OperationOnWire, 'id' | 'left'>,
): Promise<OperationOnWire> {
  const seen = await eventually(
    async () => {
      const { body } = await institution.get(`/api/operations/${id}`).expect(200);
      const now: OperationOnWire = body;
      return (now.endedAt !== null || now.left < left) && now;
    },
    { describe: 'the operation goes on' },
  );
  return seen.endedAt === null ? ended({ institution }, seen) : seen;
}
