//! What patterns cannot say: code that looks at the place of a keyword, or goes over the whole text.
//!
//! Each detector reports under the rule that names it in `rules/*.toml`; there stand its title, class, severity and help.

mod assignment;
mod auth_header;
mod email;
mod ipv6;
mod jwt;
pub(crate) mod numbers;
mod pem;
pub(crate) mod seed_phrase;
mod url_password;

use std::ops::Range;

use crate::engine::Scan;

macro_rules! detectors {
    ($($name:ident = $code:literal,)+) => {
        /// One detector.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Detector { $($name,)+ }

        impl Detector {
            const ALL: &'static [(Self, &'static str)] = &[$((Self::$name, $code),)+];

            /// How many there are.
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// Returns the detector that a rule calls by this name.
            pub(crate) fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(_, code)| *code == name).map(|(detector, _)| *detector)
            }
        }
    };
}

detectors! {
    PrivateKey = "private-key",
    PrivateKeyTail = "private-key-tail",
    PrivateKeyBase64 = "private-key-base64",
    SeedPhrase = "seed-phrase",
    Jwt = "jwt",
    UrlPassword = "url-password",
    UrlToken = "url-token",
    ConnectionPassword = "connection-password",
    Password = "password",
    Secret = "secret",
    Key = "key",
    Bearer = "bearer",
    Basic = "basic",
    Email = "email",
    MobileKorea = "mobile-kr",
    LandlineKorea = "landline-kr",
    PhoneInternational = "phone-international",
    PhoneUs = "phone-us",
    ResidentKorea = "resident-kr",
    ForeignerKorea = "foreigner-kr",
    BusinessKorea = "business-kr",
    Card = "card",
    PassportKorea = "passport-kr",
    LicenceKorea = "licence-kr",
    SocialSecurityUs = "ssn-us",
    Ipv4 = "ipv4",
    Ipv6 = "ipv6",
}

impl Detector {
    /// Returns whether the detector itself tells values from what stands in for them: keys and phrases may hold any word.
    pub(crate) fn knows_placeholders(self) -> bool {
        matches!(self, Self::PrivateKey | Self::PrivateKeyTail | Self::PrivateKeyBase64 | Self::SeedPhrase)
    }
}

/// Looks at one keyword's place.
pub(crate) fn at_keyword(scan: &mut Scan<'_, '_>, detector: Detector, hit: Range<usize>) {
    match detector {
        Detector::PrivateKey => pem::whole(scan, hit),
        Detector::PrivateKeyTail => pem::tail(scan, hit),
        Detector::PrivateKeyBase64 => pem::in_base64(scan, hit),
        Detector::Jwt => jwt::at(scan, hit),
        Detector::UrlPassword => url_password::at(scan, hit),
        Detector::Password | Detector::Secret | Detector::Key => assignment::at(scan, detector, hit),
        Detector::Bearer | Detector::Basic => auth_header::at(scan, detector, hit),
        Detector::Email => email::at(scan, hit),
        Detector::Ipv6 => ipv6::at(scan, hit),
        _ => {}
    }
}
