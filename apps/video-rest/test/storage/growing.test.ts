import { growingCases } from '../support/growing-cases.ts';
import { useStorage } from '../support/storage.ts';

growingCases(useStorage());
