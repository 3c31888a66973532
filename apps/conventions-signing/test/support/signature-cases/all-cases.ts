import { algorithmCases } from './algorithms.ts';
import { nameCases } from './names.ts';
import { pathCases } from './paths.ts';
import { purposeCases } from './purposes.ts';
import { revocationCases } from './revocation.ts';
import type { SignatureCase } from './signature-case.ts';
import { stampCases } from './stamps.ts';

export const signatureCases: readonly SignatureCase[] = [
  ...algorithmCases,
  ...pathCases,
  ...nameCases,
  ...purposeCases,
  ...revocationCases,
  ...stampCases,
];
