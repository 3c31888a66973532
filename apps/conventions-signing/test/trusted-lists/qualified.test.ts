import { beforeAll, expect, test } from '@jest/globals';
import { anchorsOf } from '../../src/trusted-lists/anchors-of.ts';
import { readList } from '../../src/trusted-lists/read-list.ts';
import { type JudgedParts, prepareJudging } from '../support/judged.ts';
import { issueCertificate, policies, qualifiedStatements, type TestSigner } from '../support/test-pki.ts';
import {
  derOf,
  listXml,
  qualification,
  servicePurpose,
  signedList,
  type TestPeriod,
} from '../support/trusted-lists.ts';

let parts: JudgedParts;
let operator: TestSigner;
beforeAll(async () => {
  parts = await prepareJudging();
  operator = await issueCertificate({ name: 'Scheme operator' });
});

const policy = '1.3.6.1.4.1.99999.7';

const { signal: untilTheEnd } = new AbortController();

/** The level of a signature whose authority stands in a list so. */
async function levelBy(periods: TestPeriod[], extensions: typeof plain): Promise<string | null> {
  const signer = await issueCertificate({ issuer: parts.pki.authority, extensions });
  const xml = listXml({ services: [{ certificate: parts.pki.authority, periods }] });
  const bytes = await signedList(xml, operator);
  const list = await readList({ bytes, signers: [derOf(operator)] }, { signal: untilTheEnd });
  const pdf = await parts.proven(await parts.sign({}, signer), { signer });
  const { items } = await parts.judge(pdf, { anchors: anchorsOf(list) });
  expect(items[0]?.anchor).toBe('FR: Trust Providers, Certificates for people');
  return items[0]?.level ?? null;
}

const says = (...qualifiers: string[]) => ({ extensions: qualification({ policy, qualifiers }) });
const plain = [qualifiedStatements()];
const ofPolicy = [policies(policy)];

test.each<[string, string, TestPeriod[], typeof plain]>([
  ['qualified', 'the list says so of its policy', [says('QCStatement', 'QCWithQSCD', 'QCForESig')], ofPolicy],
  ['advanced', 'the list says so without a device', [says('QCStatement', 'QCForESig')], ofPolicy],
  ['qualified', 'its certificate says so, and the list issues such', [{}], plain],
  ['advanced', 'the list says that its kind is not', [says('NotQualified')], [...plain, ...ofPolicy]],
  ['advanced', 'the service is for seals alone', [{ extensions: servicePurpose('ForeSeals') }], plain],
  ['qualified', 'the service is for signatures', [{ extensions: servicePurpose('ForeSignatures') }], plain],
])('A signature is %s when %s', async (level, _when, periods, extensions) => {
  expect(await levelBy(periods, extensions)).toBe(level);
});

test('A signature is none of the qualified ones when the service was withdrawn before', async () => {
  const periods = [{ status: 'withdrawn', since: '2026-10-01T00:00:00Z' }, {}];
  const signer = await issueCertificate({ issuer: parts.pki.authority, extensions: plain });
  const bytes = await signedList(
    listXml({ services: [{ certificate: parts.pki.authority, periods }] }),
    operator,
  );
  const list = await readList({ bytes, signers: [derOf(operator)] }, { signal: untilTheEnd });
  const pdf = await parts.proven(await parts.sign({}, signer), { signer });

  const { items } = await parts.judge(pdf, { anchors: anchorsOf(list) });

  expect(items[0]).toMatchObject({ status: 'indeterminate', level: 'other' });
});
