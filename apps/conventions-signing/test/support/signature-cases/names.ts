import {
  BmpString,
  IA5String,
  ObjectIdentifier,
  PrintableString,
  Sequence,
  TeletexString,
  UniversalString,
  Utf8String,
} from 'asn1js';
import { extension, generalNames, nameOf } from '../test-pki.ts';
import { explicit } from '../test-signing.ts';
import { casesOf, type Expected, type Row } from './signature-case.ts';

const constrained: Expected = 'indeterminate CHAIN_CONSTRAINTS_FAILURE';

const { mail, host, directory, address } = generalNames;

type Parts = Parameters<typeof nameOf>[0];

/** Each way to write one name, excluded and permitted. */
const spellings = (
  [
    ['as it is', { O: 'Evil Corp' }],
    ['in another case', { O: 'EVIL corp' }],
    ['with doubled blanks', { O: 'Evil  Corp' }],
    ['with blanks at its ends', { O: ' Evil Corp ' }],
    ['as a PrintableString', { O: new PrintableString({ value: 'Evil Corp' }) }],
    ['as a TeletexString', { O: new TeletexString({ value: 'Evil Corp' }) }],
    ['as a BMPString', { O: new BmpString({ value: 'Evil Corp' }) }],
    ['as a UniversalString', { O: new UniversalString({ value: 'Evil Corp' }) }],
    ['with what cannot be seen', { O: 'Evil\u200b Co\u00adrp' }],
    ['in full width', { O: 'Ｅｖｉｌ Corp' }],
  ] as [string, Parts][]
).flatMap(([how, part]): Row[] => {
  const trees = [directory({ C: 'FR', O: 'Evil Corp' })];
  const subject = () => nameOf({ C: 'FR', ...part, CN: 'Ada' });
  return [
    [
      `by an excluded name ${how}`,
      constrained,
      ({ below }) => below([{ excluded: trees }], { subject: subject() }),
    ],
    [
      `by a permitted name ${how}`,
      'passed',
      ({ below }) => below([{ permitted: trees }], { subject: subject() }),
    ],
  ];
});

const directories: Row[] = (
  [
    [
      'beside the permitted one',
      constrained,
      { permitted: [directory({ C: 'FR', O: 'Good' })] },
      { C: 'FR', O: 'Other', CN: 'Ada' },
    ],
    ['above the permitted one', constrained, { permitted: [directory({ C: 'FR', O: 'Good' })] }, { C: 'FR' }],
    [
      'with a part in front of the permitted ones',
      constrained,
      { permitted: [directory({ O: 'Good' })] },
      { C: 'FR', O: 'Good' },
    ],
    [
      'that begins with the letters of the permitted one',
      constrained,
      { permitted: [directory({ O: 'Good' })] },
      { O: 'Good Corp' },
    ],
    [
      'of another kind than the permitted one',
      constrained,
      { permitted: [directory({ O: 'Good' })] },
      { OU: 'Good' },
    ],
    [
      'under one of two permitted ones',
      'passed',
      { permitted: [directory({ O: 'Good' }), directory({ O: 'Better' })] },
      { O: 'Better', CN: 'Ada' },
    ],
    [
      'that is excluded below a permitted one',
      constrained,
      { permitted: [directory({ O: 'Good' })], excluded: [directory({ O: 'Good', OU: 'Bad' })] },
      { O: 'Good', OU: 'Bad', CN: 'Ada' },
    ],
    [
      'beside the one that is excluded below a permitted one',
      'passed',
      { permitted: [directory({ O: 'Good' })], excluded: [directory({ O: 'Good', OU: 'Bad' })] },
      { O: 'Good', OU: 'Fair', CN: 'Ada' },
    ],
  ] as const
).map(
  ([what, expected, trees, subject]): Row => [
    `by a name ${what}`,
    expected,
    ({ below }) =>
      below([{ ...trees, subject: nameOf({ O: 'CA' }) } as never], {
        subject: nameOf(subject),
      }),
  ],
);

/** The tree, and the name that is held against it. */
const mails = (
  [
    ['a host', 'example.org', 'ada@example.org', true],
    ['a host in another case', 'example.org', 'ada@EXAMPLE.org', true],
    ['a host, of one below', 'example.org', 'ada@mail.example.org', false],
    ['a host, of one that ends like it', 'example.org', 'ada@anexample.org', false],
    ['all hosts below one', '.example.org', 'ada@mail.example.org', true],
    ['all hosts below one, of itself', '.example.org', 'ada@example.org', false],
    ['all hosts below one, in another case', '.example.org', 'ada@mail.EXAMPLE.ORG', true],
    ['a mailbox', 'ada@example.org', 'ada@example.org', true],
    ['a mailbox, the host in another case', 'ada@example.org', 'ada@Example.ORG', true],
    ['a mailbox, its own part in another case', 'ada@example.org', 'ADA@example.org', false],
    ['a mailbox, of another', 'ada@example.org', 'bob@example.org', false],
  ] as const
).flatMap(([what, tree, name, isWithin]): Row[] => [
  [
    `by an address of mail that is permitted by ${what}`,
    isWithin ? 'passed' : constrained,
    ({ below }) => below([{ permitted: [mail(tree)] }], { alternatives: [mail(name)] }),
  ],
  [
    `by an address of mail that is excluded by ${what}`,
    isWithin ? constrained : 'passed',
    ({ below }) => below([{ excluded: [mail(tree)] }], { alternatives: [mail(name)] }),
  ],
]);

/** RFC 9598: an address of mail whose own part is not of ASCII. */
const internationalMail = (text: string) => {
  const id = new ObjectIdentifier({ value: '1.3.6.1.5.5.7.8.9' });
  const name = new Sequence({ value: [id, explicit(0, new Utf8String({ value: text }))] });
  name.idBlock.tagClass = 3;
  name.idBlock.tagNumber = 0;
  return extension('2.5.29.17', new Sequence({ value: [name] }));
};

const inSubject = (value: IA5String | Utf8String) => ({
  subject: nameOf({ O: 'Engines', CN: 'Ada', E: value }),
});

const others: Row[] = [
  [
    'by a permitted address of mail in the name itself',
    'passed',
    ({ below }) =>
      below([{ permitted: [mail('example.org')] }], inSubject(new IA5String({ value: 'ada@example.org' }))),
  ],
  [
    'by an excluded address of mail in the name itself',
    constrained,
    ({ below }) =>
      below([{ excluded: [mail('example.org')] }], inSubject(new IA5String({ value: 'ada@example.org' }))),
  ],
  [
    'by an excluded address of mail in the name itself, as UTF-8',
    constrained,
    ({ below }) =>
      below([{ excluded: [mail('example.org')] }], inSubject(new Utf8String({ value: 'ada@example.org' }))),
  ],
  [
    'by no address of mail, where some are permitted',
    'passed',
    ({ below }) => below([{ permitted: [mail('example.org')] }]),
  ],
  [
    'by an address of mail, where hosts are permitted',
    'passed',
    ({ below }) => below([{ permitted: [host('example.org')] }], { alternatives: [mail('ada@example.com')] }),
  ],
  [
    'by two addresses of mail, one of which is permitted',
    constrained,
    ({ below }) =>
      below([{ permitted: [mail('example.org')] }], {
        alternatives: [mail('a@example.org'), mail('a@example.com')],
      }),
  ],
  [
    'by an excluded address of mail beyond ASCII',
    constrained,
    ({ below }) =>
      below([{ excluded: [mail('example.org')] }], { extensions: [internationalMail('adà@example.org')] }),
  ],
  [
    'by a permitted address of mail beyond ASCII',
    'passed',
    ({ below }) =>
      below([{ permitted: [mail('example.org')] }], { extensions: [internationalMail('adà@example.org')] }),
  ],
  ...(
    [
      ['itself', 'example.org', 'example.org', true],
      ['one below', 'example.org', 'a.example.org', true],
      ['one that ends like it', 'example.org', 'anexample.org', false],
      ['one in another case', 'example.org', 'A.EXAMPLE.ORG', true],
      ['one below another with a dot', '.example.org', 'a.example.org', true],
    ] as const
  ).flatMap(([what, tree, name, isWithin]): Row[] => [
    [
      `by a host where one is permitted: ${what}`,
      isWithin ? 'passed' : constrained,
      ({ below }) => below([{ permitted: [host(tree)] }], { alternatives: [host(name)] }),
    ],
    [
      `by a host where one is excluded: ${what}`,
      isWithin ? constrained : 'passed',
      ({ below }) => below([{ excluded: [host(tree)] }], { alternatives: [host(name)] }),
    ],
  ]),
  [
    'by an address of the web where some are permitted',
    constrained,
    ({ below }) =>
      below([{ permitted: [address('example.org')] }], {
        alternatives: [address('https://example.org/ada')],
      }),
  ],
  [
    'by an address of the web where others are excluded',
    constrained,
    ({ below }) =>
      below([{ excluded: [address('example.com')] }], { alternatives: [address('https://example.org/ada')] }),
  ],
  [
    'by a permitted name, where an authority below has none',
    constrained,
    ({ below }) =>
      below([{ permitted: [directory({ O: 'Good' })] }, { subject: nameOf({ O: 'Bad' }) }], {
        subject: nameOf({ O: 'Good', CN: 'Ada' }),
      }),
  ],
  [
    'by a name that the upper authority does not permit, and the lower one does',
    constrained,
    ({ below }) =>
      below([{ permitted: [mail('example.org')] }, { permitted: [mail('example.com')] }], {
        alternatives: [mail('ada@example.com')],
      }),
  ],
  [
    'below an authority in its own name that is not permitted',
    'passed',
    ({ below }) =>
      below(
        [
          { subject: nameOf({ O: 'Bad' }), permitted: [directory({ O: 'Good' })] },
          { subject: nameOf({ O: 'Bad' }) },
        ],
        {
          subject: nameOf({ O: 'Good', CN: 'Ada' }),
        },
      ),
  ],
  [
    'by a name that the anchor does not permit',
    constrained,
    ({ below, narrowRoot }) =>
      below([{ subject: nameOf({ O: 'Good' }) }], { subject: nameOf({ O: 'Bad' }) }, { anchor: narrowRoot }),
  ],
  [
    'without a name of its own',
    'passed',
    ({ below }) =>
      below([{ permitted: [directory({ O: 'Good' })] }], {
        subject: nameOf({}),
        alternatives: [mail('ada@example.org')],
      }),
  ],
];

/** What an authority's certificates may be named. */
export const nameCases = casesOf({ kind: 'signature', asked: ['openssl', 'nss'] }, [
  ...spellings,
  ...directories,
  ...mails,
  ...others,
]);
