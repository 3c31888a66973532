/** Whether a signature names the certificate that it is to be verified by. */
import { createHash } from 'node:crypto';
import { type BaseBlock, OctetString, Sequence } from 'asn1js';
import { AlgorithmIdentifier, getCrypto } from 'pkijs';
import type { CmsSignature } from './cms-signature.ts';

const signingCertificate = '1.2.840.113549.1.9.16.2.12';
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47';

/**
 * RFC 5035 §3: the first hash is that of the signer's certificate, else the signature is not valid.
 *
 * @throws Error  for an attribute that is not well-formed
 */
export function namingOf(signature: CmsSignature): 'named' | 'not-named' | 'another-named' {
  const { signerInfo, certificate, encoded } = signature;
  const attributes = (signerInfo.signedAttrs?.attributes ?? []).filter(
    ({ type }) => type === signingCertificate || type === signingCertificateV2,
  );
  if (attributes.length === 0) return 'not-named';
  const isNamed = attributes.every(({ type, values }) => {
    const { hash, algorithm } = firstCertificateId(
      values[0],
      type === signingCertificate ? 'SHA-1' : 'SHA-256',
    );
    const bytes = (certificate && encoded.get(certificate)) ?? new Uint8Array();
    return values.length === 1 && createHash(algorithm).update(bytes).digest().equals(hash);
  });
  return isNamed ? 'named' : 'another-named';
}

/** `ESSCertID` (RFC 2634 §5.4) or `ESSCertIDv2` (RFC 5035 §4), which may name its algorithm in front. */
function firstCertificateId(value: unknown, byDefault: string): { hash: Uint8Array; algorithm: string } {
  const parts = partsOf(partsOf(partsOf(value)[0])[0]);
  const hash = parts.find((part) => part instanceof OctetString);
  if (hash === undefined) throw new Error('The attribute names no certificate');
  const algorithm =
    parts[0] instanceof Sequence
      ? getCrypto(true).getAlgorithmByOID(
          new AlgorithmIdentifier({ schema: parts[0] }).algorithmId,
          true,
          'hash',
        ).name
      : byDefault;
  return { hash: hash.valueBlock.valueHexView, algorithm };
}

function partsOf(block: unknown): BaseBlock[] {
  if (!(block instanceof Sequence)) throw new Error('The attribute is not well-formed');
  return block.valueBlock.value;
}
