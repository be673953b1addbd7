//! The use cases: sources, tasks, compare, actions, activity, watch.
