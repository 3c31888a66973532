/** How callers reach both servers: what answers say of their own addresses must not differ by the port. */
export const baseUrl = 'https://signing.university.example';
