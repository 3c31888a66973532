import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

extendZodWithOpenApi(z);

/** zod whose schemas also describe themselves for OpenAPI (`.openapi(…)`): import it from here, never from zod. */
export { z };
