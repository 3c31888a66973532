import { inEachLanguage, type Pair } from '@campus/pages';

/** What tables are kept for. */
export const whyWords = {
  access: ['to let people in who may', 'laisser entrer qui en a le droit'],
  security: [
    'to guard accounts, and to tell afterwards what was done',
    'protéger les comptes, et savoir après coup ce qui a été fait',
  ],
  agreements: ['to have agreements signed, and to prove it', 'faire signer des conventions, et le prouver'],
  mails: ['to tell people what concerns them', 'prévenir les personnes de ce qui les concerne'],
  videos: ['to publish what the institution teaches', 'diffuser ce que l’établissement enseigne'],
  comfort: ['what people have chosen for themselves', 'ce que les personnes ont choisi pour elles-mêmes'],
  work: ['to do what was asked for, once', 'faire ce qui a été demandé, une seule fois'],
} as const satisfies Record<string, Pair>;

/** For how long. */
export const keptWords = {
  account: ['until the person is erased', 'jusqu’à l’effacement de la personne'],
  session: [
    '2 hours after the last request, 12 hours at most',
    '2 heures après la dernière requête, 12 heures au plus',
  ],
  year: [
    'a year at least; an erasure takes what is older',
    'un an au moins\u00a0; un effacement retire ce qui est plus ancien',
  ],
  record: [
    'with the agreement: for good, or as long as retention.* says',
    'avec la convention\u00a0: sans fin, ou aussi longtemps que retention.* le dit',
  ],
  days: ['some days, then removed by the service', 'quelques jours, puis retiré par le service'],
  month: ['30 days after its end', '30 jours après sa fin'],
  content: ['until somebody removes it', 'jusqu’à ce que quelqu’un le supprime'],
} as const satisfies Record<string, Pair>;

/** Who sees it beside the person. */
export const seenByWords = {
  administrators: ['administrators', 'les administrateurs'],
  nobody: ['nobody; the service alone', 'personne\u00a0; le service seul'],
  staff: ['staff', 'le personnel'],
  parties: [
    'staff within their scope, the signing application',
    'le personnel dans son périmètre, l’application de signature',
  ],
  everybody: ['whoever sees the video or the list', 'qui voit la vidéo ou la liste'],
} as const satisfies Record<string, Pair>;

/** What columns say, whatever the table. */
export const columnWords = {
  account: ['account', 'compte'],
  actor: ['by whom', 'par qui'],
  address: ['from which address', 'depuis quelle adresse'],
  affiliation: ['affiliation', 'statut'],
  asked: ['what was asked', 'ce qui a été demandé'],
  at: ['when', 'quand'],
  auth_type: ['signs in by', 'se connecte par'],
  cancelled_by: ['cancelled by', 'annulé par'],
  cas_user: ['name at the CAS server', 'nom chez le serveur CAS'],
  changed_at: ['changed', 'modifié'],
  changed_by: ['changed by', 'modifié par'],
  channel_id: ['channel', 'chaîne'],
  commentaire: ['comment', 'commentaire'],
  company_name: ['company', 'entreprise'],
  content: ['what it tells of', 'ce dont cela parle'],
  created_at: ['made', 'créé'],
  created_by: ['made by', 'créé par'],
  date_added: ['added', 'ajoutée'],
  date_joined: ['made', 'créé'],
  deposited_at: ['deposited', 'déposé'],
  description: ['description', 'description'],
  detail: ['detail', 'détail'],
  email: ['mail address', 'adresse électronique'],
  email_address: ['mail address', 'adresse électronique'],
  ended_at: ['ended', 'terminé'],
  event: ['what happened', 'ce qui s’est passé'],
  expire: ['ends', 'prend fin'],
  expires_at: ['expires', 'expire'],
  first_name: ['first name', 'prénom'],
  full_name: ['name', 'nom'],
  given_name: ['first name', 'prénom'],
  is_active: ['is let in', 'peut entrer'],
  judgement: ['what they were judged', 'ce qui en a été jugé'],
  kind: ['kind', 'type'],
  label: ['what for', 'pour quoi'],
  language: ['language', 'langue'],
  last_name: ['name', 'nom'],
  last_right_at: ['last right', 'juste pour la dernière fois'],
  last_sign_in_at: ['last sign-in', 'dernière connexion'],
  last_used_at: ['last used', 'dernier usage'],
  mail: ['mail address', 'adresse électronique'],
  name: ['name', 'nom'],
  number: ['number', 'numéro'],
  oidc_subject: ['subject at the identity provider', 'identifiant chez le fournisseur d’identité'],
  phone: ['telephone', 'téléphone'],
  problem: ['what the mail server said', 'ce que le serveur de messagerie a dit'],
  reason: ['reason', 'motif'],
  refused_at: ['refused', 'refusé'],
  revoked_at: ['revoked', 'révoqué'],
  role: ['role', 'rôle'],
  scope: ['scope', 'périmètre'],
  sess: ['browser', 'navigateur'],
  signature_date: ['signed', 'signé'],
  signatures: ['signatures', 'signatures'],
  state: ['state', 'état'],
  submission_date: ['asked to sign', 'invité à signer'],
  title: ['title', 'titre'],
  used_at: ['used', 'utilisé'],
  username: ['user name', 'nom d’utilisateur'],
  video_id: ['video', 'vidéo'],
  watchers: ['watchers', 'personnes en copie'],
  weblink: ['web link', 'lien web'],
} as const satisfies Record<string, Pair>;

export const archiveWords = {
  title: ['What is kept about a person', 'Ce qui est conservé au sujet d’une personne'],
  meaning: [
    'Each line is a table that a spreadsheet opens. Passwords, keys and tokens are in none: the service itself has only what proves them. Documents and videos are not in this archive: whoever administers the service hands them over. Names, addresses and words of others are left out.',
    'Chaque ligne est un tableau qu’un tableur ouvre. Les mots de passe, les clés et les jetons ne sont dans aucun\u00a0: le service lui-même n’a que de quoi les vérifier. Les documents et les vidéos ne sont pas dans cette archive\u00a0: qui administre le service les remet. Les noms, adresses et propos d’autrui sont omis.',
  ],
  none: ['Nothing is kept.', 'Rien n’est conservé.'],
  what: ['What', 'Quoi'],
  rows: ['Rows', 'Lignes'],
  why: ['Why', 'Pourquoi'],
  kept: ['How long', 'Combien de temps'],
  seenBy: ['Seen by', 'Vu par'],
  erasure: ['An erasure', 'Un effacement'],
} as const satisfies Record<string, Pair>;

/** Why something is left out, and how it is asked for. */
export const leftOutText = (what: string): Pair =>
  what.includes('@')
    ? [
        `The account gives the address ${what}; nothing proves that it is theirs. What stands under it is left out: ask for the address.`,
        `Le compte indique l’adresse ${what}\u00a0; rien ne prouve que c’est la sienne. Ce qui figure sous elle est omis\u00a0: demandez l’adresse.`,
      ]
    : [
        `The account with the number ${what} gives this address; nothing proves that it is theirs. It is left out: ask for the number.`,
        `Le compte numéro ${what} indique cette adresse\u00a0; rien ne prouve que c’est la sienne. Il est omis\u00a0: demandez le numéro.`,
      ];

export const erasureWords = {
  deletes: ['deletes it', 'le supprime'],
  anonymises: ['takes the person out of it', 'en retire la personne'],
  takesPart: ['takes a part', 'en retire une partie'],
  keeps: ['keeps it', 'le conserve'],
} as const satisfies Record<string, Pair>;

export const personWords = inEachLanguage({
  title: ['Data of a person', 'Données d’une personne'],
  meaning: [
    'All that is kept about somebody, to be handed over or erased: with an account or without.',
    'Tout ce qui est conservé au sujet de quelqu’un, à remettre ou à effacer\u00a0: avec un compte ou sans.',
  ],
  who: [
    'Mail address, user name or number of the account',
    'Adresse électronique, nom d’utilisateur ou numéro du compte',
  ],
  search: ['Show', 'Afficher'],
  dataOf: (name: string) => [`Data of ${name}`, `Données de ${name}`],
  nothing: (name: string) => [`Nothing is kept about ${name}.`, `Rien n’est conservé au sujet de ${name}.`],
  export: ['Export as ZIP', 'Exporter en ZIP'],
  erase: ['Erase', 'Effacer'],
  eraseTitle: (name: string) => [`Erase ${name}?`, `Effacer ${name}\u202f?`],
  eraseMeans: (hasAccount: boolean) => [
    `This cannot be undone. ${hasAccount ? 'The account lets nobody in any more, its sessions and tokens end at once. ' : ''}What stays, and why, stands below; backups hold the person until they are removed.`,
    `C’est irréversible. ${hasAccount ? 'Le compte ne laisse plus entrer personne, ses sessions et ses jetons prennent fin aussitôt. ' : ''}Ce qui reste, et pourquoi, figure ci-dessous\u00a0; les sauvegardes contiennent la personne jusqu’à leur suppression.`,
  ],
  erased: ['The person has been erased.', 'La personne a été effacée.'],
  what: archiveWords.what,
  rows: archiveWords.rows,
  erasure: archiveWords.erasure,
});
