//! How sure a finding is, and why.

use std::fmt;

use serde::Deserialize;

/// How sure it is that the text is what its rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// The shape fits, little else does.
    Low,
    /// Shape and surroundings fit.
    Medium,
    /// A structure fits that chance does not produce.
    High,
}

impl Confidence {
    /// Returns the stable name: `low`, `medium`, `high`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Returns the next lower step; [`Confidence::Low`] stays.
    pub(crate) fn lowered(self) -> Self {
        match self {
            Self::High => Self::Medium,
            _ => Self::Low,
        }
    }
}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal, $lowers:literal, $text:literal;)+) => {
        /// One reason for a [`Confidence`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason { $($(#[doc = $doc])+ $name,)+ }

        impl Reason {
            /// Every reason, in the order in which they are told.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Returns the stable kebab-case code.
            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// Returns whether the reason speaks against the finding.
            pub fn lowers(self) -> bool {
                match self { $(Self::$name => $lowers,)+ }
            }

            /// Returns one English sentence for people.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

reasons! {
    /// The value starts as its issuer's values do.
    Prefix = "prefix", false, "It starts the way this issuer's values start.";
    /// The checksum inside the value is right.
    ChecksumValid = "checksum-valid", false, "The checksum inside it is right.";
    /// The checksum inside the value is wrong.
    ChecksumFailed = "checksum-failed", true, "The checksum inside it is wrong: mistyped, cut or made up.";
    /// The value decodes to the structure it should have.
    StructureValid = "structure-valid", false, "Its inner structure is right.";
    /// The value does not decode to the structure it should have.
    StructureFailed = "structure-failed", true, "Its inner structure is not what it should be: mistyped, cut or made up.";
    /// The issuer's values have another length.
    UnusualLength = "unusual-length", true, "The issuer's values have another length.";
    /// A telling name stands before the value.
    Name = "name", false, "It stands behind a name that tells what it is.";
    /// A telling word stands near the value.
    Context = "context", false, "A word near it tells what it is.";
    /// The characters look drawn at random.
    Random = "random", false, "Its characters look drawn at random.";
    /// The value is short or simple.
    WeakValue = "weak-value", true, "It is short or simple.";
    /// The value stands in a sentence, not in an assignment.
    Prose = "prose", true, "It stands in a sentence, not in an assignment.";
    /// The value is one that documentation uses.
    Documented = "documented-example", true, "Documentation uses this value, or this domain or range, as an example.";
    /// The value goes on where the text ends.
    CutOff = "cut-off", true, "Only a part of it is here.";
    /// The key is locked with a passphrase.
    Locked = "locked", true, "It is locked with a passphrase.";
    /// Digits without separators.
    BareDigits = "bare-digits", true, "It is a bare run of digits.";
    /// Resident and foreigner registration numbers issued since October 2020 have no check digit.
    NoCheckDigitSince2020 = "no-check-digit-since-2020", false, "Numbers issued since October 2020 have no check digit.";
    /// A rule of the user's own file matched.
    OwnRule = "own-rule", false, "A rule of your own file matched.";
}

/// A set of [`Reason`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Reasons(u32);

impl Reasons {
    /// Returns the set without any reason.
    pub const fn none() -> Self {
        Self(0)
    }

    /// Returns the set with one more reason.
    #[must_use]
    pub fn with(self, reason: Reason) -> Self {
        Self(self.0 | 1 << reason as u32)
    }

    /// Returns whether the reason is in the set.
    pub fn contains(self, reason: Reason) -> bool {
        self.0 & (1 << reason as u32) != 0
    }

    /// Iterates over the reasons in the order of [`Reason::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Reason> {
        Reason::ALL.iter().copied().filter(move |reason| self.contains(*reason))
    }
}

impl FromIterator<Reason> for Reasons {
    fn from_iter<I: IntoIterator<Item = Reason>>(reasons: I) -> Self {
        reasons.into_iter().fold(Self::none(), Self::with)
    }
}

impl fmt::Debug for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Reason::code)).finish()
    }
}
