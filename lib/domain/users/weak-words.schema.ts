/**
 * What passwords are made of that are guessed first: words of lists of leaked passwords, rows of
 * the keyboard, names, months, and what the product and its surroundings are called.
 */
export const weakWords = `
  password passwort passwd pass passcode pwd pword secret secure security letmein welcome hello hi
  login logon signin access enter open admin administrator root superuser sysadmin user username
  guest demo test testing tester temp temporary default change changeme changeit new newpass my
  your the is me you iam love iloveyou loveme lovely baby babe honey angel princess queen king
  prince master boss hero ninja warrior legend killer hunter shadow dragon monkey tiger lion eagle
  wolf bear panther cat dog puppy kitty fish bird buster charlie max lucky happy smile sunshine
  sunny rainbow flower rose lily daisy star moon sun sky cloud snow rain fire ice water ocean
  summer winter spring autumn fall january february march april may june july august september
  october november december jan feb mar apr jun jul aug sep oct nov dec monday tuesday wednesday
  thursday friday saturday sunday today tomorrow freedom forever friend friends family mother
  father mom dad sister brother football soccer baseball basketball hockey cricket tennis golf
  liverpool chelsea arsenal barcelona madrid united city yankees lakers cowboys steelers ranger
  mustang ferrari porsche mercedes bmw audi honda toyota yamaha harley superman batman spiderman
  ironman starwars pokemon naruto minecraft computer internet windows microsoft apple google
  facebook amazon android samsung nokia dell lenovo oracle linux ubuntu server system network
  database cisco router wifi cloudwarden warden aws azure gcp kubernetes docker devops jenkins
  github gitlab splunk terraform console dashboard bot bots company business office work team
  project account service support manager india pakistan china america usa canada london paris
  berlin delhi mumbai bangalore sydney newyork texas california michael michelle jordan jennifer
  jessica ashley amanda daniel david andrew anthony joshua matthew robert thomas william george
  james john mike chris alex peter richard maria anna sophie emma laura sarah nicole hannah jesus
  christ god krishna ganesh allah bless qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcv
  zxcvbn zxcvbnm qwer qwert wert qaz wsx edc qazwsx qazwsxedc zaq xsw zaqwsx zaqxsw abc abcd abcde
  abcdef xyz asd zxc qwe abcdefgh abcdefg trustno trust whatever nothing something money dollar
  bitcoin cash gold silver diamond coffee chocolate cookie banana orange cherry pepper ginger
  music guitar rock metal dance party game games play player batch matrix phoenix thunder storm
  world good bad best great cool crazy sexy hot bye`
  .trim()
  .split(/\s+/);

const plain: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Signs that stand for letters taken as these; of a one, whichever it is taken for. */
const spelt = (text: string, one: string): string =>
  text.replace(/[^a-z]/g, (sign) => (sign === '1' ? one : (plain[sign] ?? sign)));

const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '');

/** What somebody may have begun with, before the password rules asked for more. */
const readings = (password: string): string[] => {
  const text = password.toLowerCase();
  const begun = text.replace(/[^a-z]+$/, '');
  const bare = begun.replace(/^[^a-z]+/, '');
  const words = [begun, bare].flatMap((part) => [spelt(part, 'i'), spelt(part, 'l')]);
  return [text, ...words].map(lettersOf);
};

/** From left to right, so that no text takes long. */
const isMadeOf = (words: readonly string[], text: string): boolean => {
  const ends = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!ends.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length);
  }
  return ends.has(text.length);
};

const isOneLetter = (text: string): boolean => new Set(text).size === 1;

/**
 * Whether a password is nothing but weak words, or one letter again and again, with digits and
 * signs around them, between them or in place of letters.
 */
export const isWeak = (password: string): boolean =>
  readings(password)
    .filter((reading) => reading !== '')
    .some((reading) => isOneLetter(reading) || isMadeOf(weakWords, reading));
