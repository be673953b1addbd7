//! The rules that are compiled in.

use super::{Rule, RuleError, RuleFile};

macro_rules! families {
    ($($name:literal)+) => { [$(($name, include_str!(concat!("../../rules/", $name, ".toml"))),)+] };
}

/// One file for each family.
const FAMILIES: [(&str, &str); 15] = families!(
    "cloud" "hosting" "source" "models" "chat" "payment" "mail" "registries" "monitoring" "services" "platforms" "korea" "keys"
    "passwords" "personal"
);

/// Reads every family.
///
/// # Errors
/// The first fault, with the family in the message; a test keeps it from happening.
pub(crate) fn builtin() -> Result<Vec<Rule>, RuleError> {
    let mut rules = Vec::new();
    for (name, text) in FAMILIES {
        let file = RuleFile::parse_builtin(text)
            .map_err(|error| RuleError { message: format!("rules/{name}.toml: {}", error.message), ..error })?;
        rules.extend(file.rules);
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_rule_is_sound() {
        let rules = builtin();
        assert!(rules.is_ok(), "{:?}", rules.err());
        let rules = rules.unwrap_or_default();
        let mut ids = HashSet::new();
        for rule in &rules {
            let id = &rule.info.id;
            assert!(ids.insert(id.clone()), "{id} is used twice");
            assert!(!rule.info.help.is_empty(), "{id} says nothing about what to do");
            assert_ne!(rule.info.title, *id, "{id} has no title");
            if let Some(pattern) = rule.pattern() {
                assert_eq!(pattern.compile(), Ok(()), "{id}");
                assert!(!rule.keywords.is_empty(), "{id} has no keyword");
            }
        }
    }
}
