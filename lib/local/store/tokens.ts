import { invalid } from './refusal.ts';

const token = /\s*(#\w+|:\w+|\w+|<>|<=|>=|[=<>(),.])/y;
const maxExpressionLength = 4096;

/** The tokens of an expression, read one after the other. */
export class Tokens {
  readonly names = new Set<string>();
  readonly values = new Set<string>();
  private readonly words: string[] = [];
  private at = 0;
  private readonly kind: string;

  constructor(text: string, kind: string) {
    this.kind = kind;
    if (text.length > maxExpressionLength) {
      throw this.refusal('Expression size has exceeded the maximum allowed size;');
    }
    token.lastIndex = 0;
    const end = text.trimEnd().length;
    while (token.lastIndex < end) {
      const [, word] = token.exec(text) ?? [];
      if (word === undefined) throw this.refusal(`Syntax error; "${text}"`);
      this.words.push(word);
    }
  }

  refusal(reason: string): Error {
    return invalid(`Invalid ${this.kind}: ${reason}`);
  }

  get isAtEnd(): boolean {
    return this.at === this.words.length;
  }

  /** Whether the next word is this one, in any case; if so, it is consumed. */
  takes(word: string): boolean {
    if (this.words[this.at]?.toUpperCase() !== word) return false;
    this.at += 1;
    return true;
  }

  expect(word: string): void {
    if (!this.takes(word)) throw this.unexpected();
  }

  /** Consumes and returns the next word if it is one of these. */
  takesOneOf<Word extends string>(words: readonly Word[]): Word | undefined {
    return words.find((word) => this.takes(word));
  }

  /** A document path over `#names`. Plain names are rejected, as some are reserved words. */
  path(): string[] {
    const path = [this.placeholder('#', this.names)];
    while (this.takes('.')) path.push(this.placeholder('#', this.names));
    return path;
  }

  /** Reads the placeholder of a value. */
  value(): string {
    return this.placeholder(':', this.values);
  }

  /** Whether the next token is a `#name`. */
  get isAtPath(): boolean {
    return this.words[this.at]?.startsWith('#') === true;
  }

  unexpected(): Error {
    const word = this.words[this.at];
    return this.refusal(`Syntax error; token: ${word === undefined ? '<EOF>' : `"${word}"`}`);
  }

  private placeholder(mark: '#' | ':', placeholders: Set<string>): string {
    const word = this.words[this.at];
    if (word?.startsWith(mark) !== true) throw this.unexpected();
    this.at += 1;
    placeholders.add(word);
    return word;
  }
}
