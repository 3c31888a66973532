// Starts Swagger UI on the document beside this page.

/* global SwaggerUIBundle */

const description = await (await fetch('./api-docs')).json();
// They are for programs elsewhere; from here the service is asked that has sent this page.
description.servers = undefined;

/** What Swagger UI leaves out of its page: a landmark around its beginning, and a heading between those of levels 1 and 3. */
const outline = ({ React: { createElement } }) => ({
  wrapComponents: {
    InfoContainer: (Info) => (given) => createElement('div', { role: 'banner' }, createElement(Info, given)),
    operations: (Operations) => (given) =>
      createElement('div', null, createElement('h2', null, 'Calls'), createElement(Operations, given)),
  },
});

SwaggerUIBundle({
  spec: description,
  dom_id: '#reference',
  plugins: [outline],
  // With them each call is a link within a button.
  deepLinking: false,
  // It would send the address of the document to a public host.
  validatorUrl: null,
});
