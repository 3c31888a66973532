import { examineSignatures } from '../../../src/pdf/examine-signatures.ts';
import { judgeSignatures } from '../../../src/trust/judge-signatures.ts';
import type { SignatureJudgement } from '../../../src/trust/judgement.ts';
import { Anchors, type EmbeddedProof } from '../../../src/trust/material.ts';
import { anchorOf, usualNow } from '../judged.ts';
import { createCms, timeStampToken } from '../test-cms.ts';
import { encoded } from '../test-pki.ts';
import type { Planned, SignatureCase } from './signature-case.ts';

/** What is signed where no document is needed. */
export const signedBytes = new Uint8Array(Buffer.from('What two people have agreed upon.\n'));

/** The CMS of it. */
export function made({ by, cms }: Planned, kind: SignatureCase['kind']): Promise<Buffer> {
  return kind === 'signature' ? createCms(signedBytes, by, cms) : timeStampToken(signedBytes, by, cms);
}

/** Judged in this process, without a document around it. */
export async function judgePlanned(
  planned: Planned,
  kind: SignatureCase['kind'],
): Promise<SignatureJudgement | undefined> {
  const contents = new Uint8Array(await made(planned, kind));
  const length = signedBytes.byteLength;
  const file = Buffer.concat([signedBytes, Buffer.from(`<${Buffer.from(contents).toString('hex')}>`)]);
  const { inQuestion } = examineSignatures(
    [
      {
        byteRange: [0, length, file.byteLength, 0],
        contents,
        isTooLong: false,
        subFilter: kind === 'signature' ? 'adbe.pkcs7.detached' : 'ETSI.RFC3161',
        name: null,
        date: null,
      },
    ],
    file,
  );
  const proof = (one: EmbeddedProof['kind'], all: Uint8Array[] = []) =>
    all.map((bytes): EmbeddedProof => ({ kind: one, bytes, end: file.byteLength }));
  const { lists, answers, certificates = [], anchor } = planned;
  const proofs = [
    ...proof('list', lists),
    ...proof('ocsp', answers),
    ...proof('certificate', certificates.map(encoded)),
  ];
  const { items } = judgeSignatures({
    ...inQuestion,
    now: usualNow,
    store: { proofs, hasMore: false },
    anchors: new Anchors({ version: '1', anchors: [anchorOf(anchor)] }),
  });
  return items[0];
}
