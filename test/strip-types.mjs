import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

/** Jest transformer: the same type stripping that Node itself does, so tests run what production runs. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
  getCacheKey: (source, file, options) =>
    createHash('sha1')
      .update(source)
      .update(file)
      .update(String(options.instrument))
      .update(process.version)
      .digest('hex'),
};
