/** How sure a rule is: a known shape, a sensitive name beside a value, or a fact about a person. */
export type FindingTier = 'definite' | 'candidate' | 'personal';

/** One mask in the stored text. */
export interface Finding {
  rule: string;
  tier: FindingTier;
  /** JSON pointer inside the redacted value; '' for plain text. */
  member: string;
  /** UTF-16 positions of the mask in the stored text of that member. */
  start: number;
  end: number;
  /** How many characters of the original the mask replaced. */
  removed: number;
  /** Set when the mask stands in the member's key and not in its value. */
  inKey?: true;
  /** Credentials only: the same secret has the same fingerprint wherever it appears. */
  fingerprint?: string;
}

/** A mask of which nobody has asked for the fingerprint yet. */
export interface PlacedMask extends Omit<Finding, 'member' | 'fingerprint'> {
  /** The credential that it hides; never to be stored. */
  secret?: string;
}

/** A stretch of the original text that a detector wants replaced. */
export interface Match {
  rule: string;
  tier: FindingTier;
  start: number;
  end: number;
  replacement: string;
  /** The credential itself, decoded; only the fingerprint of it leaves the engine. */
  secret?: string;
  /** Only the prefix of the rule fits: a rule that fits as a whole says better whose it is. */
  isLoose?: true;
}
