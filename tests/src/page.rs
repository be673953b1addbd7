//! What a person can do with the page: find things by role and name, press, type, read.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fantoccini::Client;
use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::CmdError;
use serde_json::{Value, json};

/// How long something may take to appear.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// Key under which an element travels, as the WebDriver standard fixes it.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Finds visible elements by role and accessible name (arguments: role, name, whether the whole name must be equal).
const FIND: &str = r#"
const [role, name, whole] = arguments;
const implied = {
  button: "button, summary, input[type=submit]", link: "a[href]", textbox: "input:not([type]), input[type=text], input[type=search], textarea",
  searchbox: "input[type=search]", heading: "h1, h2, h3, h4", checkbox: "input[type=checkbox]", dialog: "dialog",
  list: "ul, ol", listitem: "li", main: "main", navigation: "nav", combobox: "select", region: "section[aria-label], section[aria-labelledby]",
}[role];
const all = document.querySelectorAll(`[role=${role}]` + (implied ? `, ${implied}` : ""));
const squeeze = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const nameOf = (element) => {
  const labelled = element.getAttribute("aria-labelledby");
  if (labelled) return labelled.split(/\s+/).map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
  const label = element.getAttribute("aria-label");
  if (label) return label;
  if (element.labels?.length) return element.labels[0].innerText;
  return element.innerText || element.getAttribute("placeholder") || element.getAttribute("title");
};
for (const element of all) {
  if (element.getAttribute("role") && element.getAttribute("role") !== role) continue;
  if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
  const found = squeeze(nameOf(element));
  if (whole ? found === name : found.includes(name)) return element;
}
return null;
"#;

/// Returns whether a text is visible (argument: text).
const SHOWS: &str = r#"
return (document.body?.innerText ?? "").replace(/\s+/g, " ").includes(arguments[0]);
"#;

/// The page in the window.
pub struct Page<'w> {
    client: &'w Client,
}

impl<'w> Page<'w> {
    pub(crate) fn new(client: &'w Client) -> Self {
        Self { client }
    }

    /// Waits for a visible element of a role whose name is `name`, and returns it.
    ///
    /// # Errors
    /// When it does not appear in time.
    pub async fn find(&self, role: &str, name: &str) -> Result<Element> {
        self.wait_for(role, name, true).await
    }

    /// Waits for a visible element of a role whose name contains `part`, and returns the first.
    ///
    /// # Errors
    /// When none appears in time.
    pub async fn find_part(&self, role: &str, part: &str) -> Result<Element> {
        self.wait_for(role, part, false).await
    }

    /// Whether an element of a role with this whole name is visible now.
    ///
    /// # Errors
    /// When the driver fails.
    pub async fn has(&self, role: &str, name: &str) -> Result<bool> {
        Ok(self.look(role, name, true).await?.is_some())
    }

    /// Presses what has this role and name.
    ///
    /// # Errors
    /// When it does not appear in time or cannot be pressed.
    pub async fn press(&self, role: &str, name: &str) -> Result<()> {
        let element = self.find(role, name).await?;
        element.click().await.with_context(|| format!("{role} {name:?} cannot be pressed"))
    }

    /// Scrolls until what has this role and name is at the top.
    ///
    /// # Errors
    /// When it does not appear in time.
    pub async fn scroll_to(&self, role: &str, name: &str) -> Result<()> {
        let element = serde_json::to_value(self.find(role, name).await?)?;
        self.script("arguments[0].scrollIntoView({ block: 'start' });", vec![element]).await?;
        Ok(())
    }

    /// Types into what has the focus. Keys are those of the WebDriver standard, for example `\u{e007}` for Enter.
    ///
    /// # Errors
    /// When the driver fails.
    pub async fn type_keys(&self, keys: &str) -> Result<()> {
        Ok(self.client.active_element().await?.send_keys(keys).await?)
    }

    /// Waits for a text to be visible anywhere.
    ///
    /// # Errors
    /// When it does not appear in time; the error shows what the page says instead.
    pub async fn shows(&self, text: &str) -> Result<()> {
        let begin = Instant::now();
        while self.script(SHOWS, vec![json!(text)]).await? != json!(true) {
            if begin.elapsed() > PATIENCE {
                bail!("the page does not show {text:?}; it shows:\n{}", self.text().await?);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Waits for a text to be gone.
    ///
    /// # Errors
    /// When it stays.
    pub async fn shows_no_more(&self, text: &str) -> Result<()> {
        let begin = Instant::now();
        while self.script(SHOWS, vec![json!(text)]).await? == json!(true) {
            if begin.elapsed() > PATIENCE {
                bail!("the page still shows {text:?}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Returns all visible text.
    ///
    /// # Errors
    /// When the driver fails.
    pub async fn text(&self) -> Result<String> {
        let text = self.script("return document.body?.innerText ?? '';", Vec::new()).await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Runs a script in the page and returns what it returns.
    ///
    /// # Errors
    /// When the script throws.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        in_time(self.client.execute(script, arguments)).await
    }

    /// Runs a script that gets a function as its last argument, and returns what the script calls it with.
    ///
    /// # Errors
    /// When the script throws or never calls it.
    pub async fn script_async(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        in_time(self.client.execute_async(script, arguments)).await
    }

    async fn wait_for(&self, role: &str, name: &str, whole: bool) -> Result<Element> {
        let begin = Instant::now();
        loop {
            if let Some(element) = self.look(role, name, whole).await? {
                return Ok(element);
            }
            if begin.elapsed() > PATIENCE {
                bail!("there is no {role} {name:?}; the page shows:\n{}", self.text().await?);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn look(&self, role: &str, name: &str, whole: bool) -> Result<Option<Element>> {
        let found = self.script(FIND, vec![json!(role), json!(name), json!(whole)]).await?;
        let id = found.get(ELEMENT).and_then(Value::as_str);
        Ok(id.map(|id| Element::from_element_id(self.client.clone(), ElementRef::from(id.to_owned()))))
    }
}

/// Waits for the driver's answer, but not for ever: a web view that stopped answers nothing.
///
/// # Errors
/// When there is no answer in time, or the answer is an error.
pub(crate) async fn in_time<A>(call: impl Future<Output = Result<A, CmdError>>) -> Result<A> {
    Ok(tokio::time::timeout(PATIENCE, call).await.context("the driver does not answer")??)
}
