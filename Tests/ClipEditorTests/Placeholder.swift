import ClipEditor
