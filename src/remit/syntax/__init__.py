"""Text to trees and back: fences, YAML, TOML and JSON, each known to one module."""
