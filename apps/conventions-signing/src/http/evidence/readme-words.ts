import { inEachLanguage, type Pair } from '@campus/pages';

/**
 * A part of the instructions: what it is about, and paragraphs; those that begin with `$ ` are commands. `{stamp}` stands for the
 * first time stamp; where there is none, no command has it.
 */
interface ReadmeSection {
  heading: string;
  paragraphs: string[];
}

/** The same in every language. */
type Command = `$ ${string}`;

function section(heading: Pair, ...paragraphs: (Pair | Command)[]): Pair<ReadmeSection> {
  const inOne = (place: 0 | 1) => ({
    heading: heading[place],
    paragraphs: paragraphs.map((one) => (typeof one === 'string' ? one : one[place])),
  });
  return [inOne(0), inOne(1)];
}

/** How a package is checked without the service, as it says itself. */
export const readmeWords = inEachLanguage({
  title: ['Evidence package', 'Dossier de preuve'],
  made: (name: string, at: string) => [`${name}, made on ${at}.`, `${name}, établi le ${at}.`],
  sections: {
    contents: section(
      ['What is in it', 'Ce qu’il contient'],
      [
        'certificate.pdf: what was registered, who signed when, which documents there are and what happened, for people.',
        'certificate.pdf\u00a0: ce qui a été enregistré, qui a signé et quand, quels documents existent et ce qui s’est passé, pour être lu.',
      ],
      [
        'documents/: the PDFs as they were registered (registered-1.pdf …) and every signed version that came back and is kept (signed-v1.pdf …), byte for byte.',
        'documents/\u00a0: les PDF tels qu’enregistrés (registered-1.pdf…) et chaque version signée reçue et conservée (signed-v1.pdf…), octet pour octet.',
      ],
      [
        'findings.json: what the digital signatures in each signed version said when it arrived.',
        'findings.json\u00a0: ce que disaient les signatures numériques de chaque version signée à son arrivée.',
      ],
      [
        'record.json, history.json: what was registered, and every entry of the history, with the very texts that were sealed.',
        'record.json, history.json\u00a0: ce qui a été enregistré, et chaque inscription de l’historique, avec les textes mêmes qui ont été scellés.',
      ],
      [
        'chain.json, stamps/: that these entries stand in the sealed history of all records, up to a head of it, and the time stamps (RFC 3161) of such heads, where there are any. Of the entries of others it has hashes alone, which say nothing of them, nor whose they are.',
        'chain.json, stamps/\u00a0: que ces inscriptions sont dans l’historique scellé de tous les documents, jusqu’à l’une de ses têtes, et les horodatages (RFC 3161) de ces têtes, s’il y en a. Des inscriptions d’autrui il n’y a que des empreintes, qui n’en disent rien, pas même à quel document elles appartiennent.',
      ],
      [
        'manifest.json: size and SHA-256 of every other file.',
        'manifest.json\u00a0: la taille et le SHA-256 de chaque autre fichier.',
      ],
      [
        'verify.mjs, verify.html, README.txt: how all of this is checked.',
        'verify.mjs, verify.html, README.txt\u00a0: comment vérifier tout cela.',
      ],
    ),
    command: section(
      ['Check it with one command', 'Vérifier par une commande'],
      [
        'You need Node 20 or later (https://nodejs.org), and openssl where the package has time stamps; nothing else. Unpack the package, open a terminal in its folder, and run:',
        'Il faut Node 20 ou plus récent (https://nodejs.org), et openssl si le dossier a des horodatages\u202f; rien d’autre. Décompressez le dossier, ouvrez-y un terminal et lancez\u00a0:',
      ],
      '$ node verify.mjs',
      [
        'It says “everything fits”, or names the first thing that does not; its exit code is then 1. The archive itself is checked, with every bit of it, when it is named; of one that somebody has made of the unpacked files, it says so and checks those files:',
        'La commande dit «\u00a0everything fits\u00a0» (tout convient), ou nomme la première chose qui ne convient pas\u202f; son code de sortie est alors 1. L’archive elle-même est vérifiée, jusqu’au dernier bit, quand elle est nommée\u202f; d’une archive que quelqu’un a refaite avec les fichiers décompressés, la commande le dit et vérifie ces fichiers\u00a0:',
      ],
      '$ node verify.mjs package.zip',
      [
        'Time stamps are made by an authority. With its certificates, in a file that you have from the authority and not from here, the program also says whether it answers for them:',
        'Les horodatages sont faits par une autorité. Avec ses certificats, dans un fichier obtenu auprès d’elle et non d’ici, le programme dit aussi si elle en répond\u00a0:',
      ],
      '$ node verify.mjs --authority authority.pem',
      [
        'Whoever does not trust the verify.mjs in a package takes that of another one: it is the same in all packages of a version of the service.',
        'Qui ne se fie pas au verify.mjs d’un dossier prend celui d’un autre\u00a0: il est le même dans tous les dossiers d’une version du service.',
      ],
    ),
    proof: section(
      ['What is proved', 'Ce qui est prouvé'],
      [
        'Proved are history.json, each entry with its detail, and the PDFs in documents/, whose SHA-256 stands in the history: they are what was recorded, and were recorded before the head was published or stamped to which chain.json leads.',
        'Sont prouvés history.json, chaque inscription avec son détail, et les PDF de documents/, dont le SHA-256 est dans l’historique\u00a0: ils sont ce qui a été enregistré, et l’ont été avant que soit publiée ou horodatée la tête à laquelle mène chain.json.',
      ],
      [
        'Not proved are record.json, findings.json and certificate.pdf, which are for reading. manifest.json shows that nothing happened to them on the way; somebody who writes another manifest.json can write other ones. What they say of events and documents can be compared with history.json, and findings come again when somebody examines the PDFs.',
        'Ne sont pas prouvés record.json, findings.json et certificate.pdf, qui sont là pour être lus. manifest.json montre que rien ne leur est arrivé en chemin\u202f; qui écrit un autre manifest.json peut en écrire d’autres. Ce qu’ils disent des événements et des documents se compare à history.json, et les constats se retrouvent en examinant les PDF.',
      ],
      [
        'That no entry was left out, moved or put there twice is proved by numbers. Each entry carries its number within this record (“ordinal”) and the hash of the entry of this record before it (“previous”), sealed with all else it says: up to the newest entry with a number the history is whole, from the first entry on, also where earlier ones have no numbers. In chain.json each entry of others carries a mark that only entries of this record could have in common with it: so none of this record stands there as somebody else’s, and nothing of it follows up to the head that comes after its newest entry. verify.mjs says up to which entry either holds.',
        'Qu’aucune inscription ne manque, ne soit déplacée ou mise deux fois est prouvé par des numéros. Chaque inscription porte son numéro dans ce document («\u00a0ordinal\u00a0») et l’empreinte de l’inscription précédente de ce document («\u00a0previous\u00a0»), scellés avec tout ce qu’elle dit\u00a0: jusqu’à la dernière inscription numérotée, l’historique est entier, depuis la première, même si de plus anciennes n’ont pas de numéro. Dans chain.json, chaque inscription d’autrui porte une marque que seules des inscriptions de ce document pourraient avoir en commun avec lui\u00a0: aucune des siennes n’y passe donc pour celle d’un autre, et aucune ne suit jusqu’à la tête qui vient après la dernière. verify.mjs dit jusqu’à quelle inscription l’un et l’autre valent.',
      ],
      [
        'Entries that an earlier version of the service has sealed have neither number nor mark: each is proved as it stands, and its place among the others, but not that none is missing behind the newest entry with a number; in a history without any number, not that none is missing at all. verify.mjs says so.',
        'Les inscriptions qu’une version antérieure du service a scellées n’ont ni numéro ni marque\u00a0: chacune est prouvée telle qu’elle est, ainsi que sa place parmi les autres, mais non qu’aucune ne manque après la dernière inscription numérotée\u202f; dans un historique sans aucun numéro, il n’est pas prouvé du tout qu’aucune ne manque. verify.mjs le dit.',
      ],
      [
        'What came after that head cannot be known from here: a package of today may be cut back to what it was at an earlier head, and then is what was made then. A later package, or whoever keeps the record, shows what came since. A document that the history names may not be here, since it was not kept, or was left out: verify.mjs names those entries.',
        'Ce qui est venu après cette tête ne se sait pas d’ici\u00a0: un dossier d’aujourd’hui peut être ramené à ce qu’il était à une tête antérieure, et il est alors celui d’alors. Un dossier plus récent, ou qui tient le document, montre ce qui a suivi. Un document que l’historique nomme peut ne pas être ici, faute d’avoir été conservé ou parce qu’il a été retiré\u00a0: verify.mjs nomme ces inscriptions.',
      ],
      [
        'verify.mjs names each head by its position and SHA-256, and the time of each stamp. The service writes its heads into its log: whoever has that from somebody else, or a stamp, need not believe whoever made the package.',
        'verify.mjs nomme chaque tête par sa position et son SHA-256, et l’heure de chaque horodatage. Le service écrit ses têtes dans son journal\u00a0: qui le tient de quelqu’un d’autre, ou a un horodatage, n’a pas à croire qui a établi le dossier.',
      ],
    ),
    hand: section(
      ['Check it by hand', 'Vérifier à la main'],
      [
        'The SHA-256 of any file must be the one that manifest.json says:',
        'Le SHA-256 de tout fichier doit être celui que dit manifest.json\u00a0:',
      ],
      '$ openssl dgst -sha256 documents/registered-1.pdf',
      [
        'That of a document must also be in the history: history.json has it in the entry “registered” or “replaced” of a registered document, and in the entry “deposited” of a signed version.',
        'Celui d’un document doit aussi être dans l’historique\u00a0: history.json l’a dans l’inscription «\u00a0registered\u00a0» ou «\u00a0replaced\u00a0» d’un document enregistré, et dans l’inscription «\u00a0deposited\u00a0» d’une version signée.',
      ],
      [
        'The history is a chain. The text “entry” in “sealed” of each entry is hashed by itself; the “hash” of an entry is the SHA-256 of the “hash” of the entry before it (64 zeros before the first) and, right behind it, of an entry with a number its mark, and then that hash of its own text. The mark is the SHA-256 of the “key” in its “sealed” and, right behind that, its “position”; the key is the SHA-256 of the word “record”, a blank and the first 36 characters of the “detail” in the “sealed” of the first entry. chain.json has, from the hash before the first entry of this record on (“from”), the mark and hash of each entry, or its hash alone, null for those of this record, up to a head (“to”). The “detailHash” in an entry is the SHA-256 of the text “detail” in its “sealed”.',
        'L’historique est une chaîne. Le texte «\u00a0entry\u00a0» dans «\u00a0sealed\u00a0» de chaque inscription est condensé seul\u202f; le «\u00a0hash\u00a0» d’une inscription est le SHA-256 du «\u00a0hash\u00a0» de l’inscription précédente (64 zéros avant la première) suivi, sans rien entre eux, de la marque d’une inscription numérotée, puis de ce condensé de son propre texte. La marque est le SHA-256 de «\u00a0key\u00a0» dans «\u00a0sealed\u00a0» suivi de «\u00a0position\u00a0»\u202f; «\u00a0key\u00a0» est le SHA-256 du mot «\u00a0record\u00a0», d’un blanc et des 36 premiers caractères de «\u00a0detail\u00a0» dans «\u00a0sealed\u00a0» de la première inscription. chain.json a, à partir de l’empreinte qui précède la première inscription de ce document («\u00a0from\u00a0»), la marque et le condensé de chaque inscription, ou le condensé seul, null pour celles de ce document, jusqu’à une tête («\u00a0to\u00a0»). Le «\u00a0detailHash\u00a0» d’une inscription est le SHA-256 du texte «\u00a0detail\u00a0» dans son «\u00a0sealed\u00a0».',
      ],
      [
        'A time stamp is checked with the certificates of its authority, such as that of entry {stamp}:',
        'Un horodatage se vérifie avec les certificats de son autorité, ainsi celui de l’inscription {stamp}\u00a0:',
      ],
      '$ openssl ts -verify -data stamps/{stamp}.txt -in stamps/{stamp}.der -token_in -CAfile authority.pem',
    ),
  },
});
