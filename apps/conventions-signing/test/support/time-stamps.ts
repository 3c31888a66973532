import { type RecordedRequest, type RecordingServer, startRecordingServer } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { answerTimeStampRequest } from './test-cms.ts';
import { issueCertificate, type TestSigner } from './test-pki.ts';

export interface TestAuthority {
  /** That its certificate is signed by. */
  root: TestSigner;
  signer: TestSigner;
  server: RecordingServer;
  /** From now on it answers so, for the one that it was. */
  answerWith(answer: (request: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>): void;
}

/** A time-stamp authority (RFC 3161) that answers over HTTP. */
export function useTimeStampAuthority(): TestAuthority {
  const authority = {} as TestAuthority;
  beforeAll(async () => {
    const root = await issueCertificate({ name: 'Root of time', authority: true });
    const signer = await issueCertificate({
      name: 'Tempus',
      issuer: root,
      keyUsage: ['digitalSignature'],
      purposes: { of: ['timeStamping'], critical: true },
    });
    const server = await startRecordingServer();
    const answerWith: TestAuthority['answerWith'] = (answer) =>
      server.answerWith(async ({ body }: RecordedRequest, response) => {
        response.setHeader('Content-Type', 'application/timestamp-reply');
        response.end(await answer(new Uint8Array(body)));
      });
    answerWith((request) => answerTimeStampRequest(request, signer));
    Object.assign(authority, { root, signer, server, answerWith });
  });
  afterAll(() => authority.server.stop());
  return authority;
}
