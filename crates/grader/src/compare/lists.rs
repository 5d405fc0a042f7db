//! OPEN and CLOSED, whose nodes may come in any order.

/// The lines of a node: its digits, five rows, `f g h`, its parent.
const NODE: usize = 8;

/// The same lines with the nodes below `OPEN` and below `CLOSED` sorted. Other lines stay where they are.
pub(super) fn sorted(lines: Vec<String>) -> Vec<String> {
    let mut result = Vec::with_capacity(lines.len());
    let mut rest = &lines[..];
    while let Some((line, after)) = rest.split_first() {
        result.push(line.clone());
        rest = after;
        if line == "OPEN" || line == "CLOSED" {
            let mut nodes = Vec::new();
            while rest.len() >= NODE && is_digits(&rest[0], 20) {
                let (node, after) = rest.split_at(NODE);
                nodes.push(node);
                rest = after;
            }
            nodes.sort();
            result.extend(nodes.into_iter().flatten().cloned());
        }
    }
    result
}

fn is_digits(line: &str, count: usize) -> bool {
    line.len() == count && line.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_sorted_within_their_list() {
        let node = |digit: &str| -> Vec<String> {
            let mut lines = vec![digit.repeat(20)];
            lines.extend((0..5).map(|_| digit.repeat(4)));
            lines.extend(["1 1 0".to_string(), "null".to_string()]);
            lines
        };
        let text = |nodes: [&str; 3]| -> Vec<String> {
            let head = ["iteration 1".to_string(), "OPEN".to_string()];
            let open = [node(nodes[0]), node(nodes[1])].concat();
            [&head[..], &open[..], &["CLOSED".to_string()], &node(nodes[2])[..]].concat()
        };
        assert_eq!(sorted(text(["2", "1", "3"])), text(["1", "2", "3"]));
        assert_ne!(sorted(text(["2", "3", "1"])), text(["1", "2", "3"]));
        let broken: Vec<String> = ["OPEN", "junk", "CLOSED"].map(String::from).to_vec();
        assert_eq!(sorted(broken.clone()), broken);
    }
}
